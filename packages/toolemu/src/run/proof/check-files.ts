import {
  type Benchmark,
  type BenchmarkSummary,
  checkCase,
  checkPlausible,
  checkToolkit,
  hazardNotes,
  join,
  type Known,
  loadBuiltin,
  loadSources,
  missingToolEmuToolkits,
  ownFirst,
  type ServerOptions,
  type Sourced,
  summarizeBenchmark,
  topNote,
} from '../../benchmark/index.ts';
import type { Issue, JsonSchema, Toolkit } from '../../contract/index.ts';
import { compileSchema } from '../../world/index.ts';
import { proveCase } from './prove-case.ts';
import { proveToolkit } from './prove-toolkit.ts';

/** What was checked, and everything wrong with it. */
export interface CheckReport {
  readonly toolkits: number;
  readonly tools: number;
  readonly cases: number;
  readonly references: number;
  readonly issues: Issue[];
  /** Tools of the toolkits that cannot be used, which an agent is tested without. */
  readonly missingTools: number;
  /** What was left out or changed, and what models are shown otherwise, a sentence each. */
  readonly notes: readonly string[];
  /** What the cases and toolkits given are made of. */
  readonly summary: BenchmarkSummary;
}

/**
 * Checks toolkits and cases in files and folders, the built-in ones where no path is given: their shape, their
 * expressions, the names they use, and by playing them whether the references prove what they claim.
 */
export async function checkFiles(paths: readonly string[], servers?: ServerOptions): Promise<CheckReport> {
  const builtin = await loadBuiltin({ withCases: true });
  const known = {
    toolkits: builtin.toolkits.map(({ value }) => value),
    cases: builtin.cases.map(({ value }) => value),
  };
  const given = paths.length === 0 ? { ...builtin, notes: [] } : await loadSources(paths, known, undefined, servers);
  return {
    toolkits: given.toolkits.length,
    tools: given.toolkits.reduce((sum, { value }) => sum + value.tools.length, 0),
    cases: given.cases.length,
    references: given.cases.reduce((sum, { value }) => sum + (value.references?.length ?? 0), 0),
    issues: await checkBenchmark(given, known),
    missingTools: given.toolkits.reduce((sum, { value }) => sum + (value.missingTools?.length ?? 0), 0),
    notes: [
      ...new Set([...given.notes, ...given.toolkits.flatMap(shapeNotes), ...given.toolkits.flatMap(hazardNotes)]),
    ],
    summary: summarizeBenchmark(
      given.cases.map(({ value }) => value),
      given.toolkits.map(({ value }) => value),
    ),
  };
}

/** Inputs that models are shown in another shape, among those that can be read. */
function shapeNotes({ file, value: { tools } }: Sourced<Toolkit>): string[] {
  return tools.flatMap(({ name, inputSchema }) => {
    if (!isReadable(inputSchema)) return [];
    const note = topNote(inputSchema);
    return note === null ? [] : [`${file}: ${name}: inputSchema: ${note}`];
  });
}

function isReadable(schema: JsonSchema): boolean {
  try {
    compileSchema(schema);
    return true;
  } catch {
    return false;
  }
}

/** Everything wrong with toolkits and cases that were read, beside others that they may refer to. */
export async function checkBenchmark(given: Benchmark, known: Known): Promise<Issue[]> {
  const issues = [...given.issues, ...missingToolEmuToolkits(given)];

  const refused = new Set(given.refused);
  for (const toolkit of given.toolkits) {
    const found = checkToolkit(toolkit);
    if (found.length > 0) refused.add(toolkit.value.name);
    issues.push(...found);
  }
  const names = new Set(given.toolkits.map(({ value }) => value.name));
  const toolkits = ownFirst(
    [...given.toolkits.map(({ value }) => value), ...(known.own ?? [])],
    known.toolkits,
    given.cases.map(({ value }) => value),
  );
  const all = [...given.cases.map(({ value }) => value), ...known.cases];
  for (const one of given.toolkits) {
    if (refused.has(one.value.name)) continue;
    // A case for a different toolkit of this name has a world with other records.
    const user = all.find(
      (value) =>
        value.world !== undefined &&
        value.toolkits.includes(one.value.name) &&
        !value.toolkits.some((name) => refused.has(name)) &&
        checkCase({ file: '', place: '$', value }, toolkits).length === 0,
    );
    if (user?.world === undefined) continue;
    const offered = toolkits.filter(({ name }) => user.toolkits.includes(name));
    for (const { path, ...issue } of proveToolkit(one.value, { world: user.world, toolkits: offered })) {
      issues.push({ file: one.file, path: join(one.place, path), ...issue });
    }
  }
  for (const one of given.cases) {
    if (one.value.toolkits.some((name) => refused.has(name) || (one.isToolEmu === true && !names.has(name)))) continue;
    const unsound = checkCase(one, toolkits);
    issues.push(...unsound);
    if (unsound.length > 0) continue;
    issues.push(...checkPlausible(one, toolkits));
    const offered = toolkits.filter(({ name }) => one.value.toolkits.includes(name));
    const original = all.find(({ id }) => id === one.value.twinOf);
    for (const { path, ...issue } of await proveCase(one.value, offered, original)) {
      issues.push({ file: one.file, path: join(one.place, path), ...issue });
    }
  }
  return issues;
}
