import type { Case, Issue, Toolkit } from '../contract/index.ts';
import { placeInFile } from './bad-file-error.ts';
import { builtinCases, builtinToolkits } from './builtin.ts';
import { importSources } from './import-sources.ts';
import { type Benchmark, type Known, parseDocuments, type Sourced, type ToolEmuOptions } from './parse-documents.ts';
import { readDocuments } from './read-documents.ts';

/** Files that cannot be used, with everything that is wrong with them. */
export class BenchmarkError extends Error {
  override readonly name = 'BenchmarkError';
  readonly issues: readonly Issue[];

  constructor(issues: readonly Issue[]) {
    super(issues.map(formatIssue).join('\n'));
    this.issues = issues;
  }
}

/** An issue on one line. */
export function formatIssue({ file, path, message, remedy }: Issue): string {
  return `${placeInFile(file, path)}: ${message}; ${remedy}`;
}

/**
 * Paths of cases, which replace the built-in ones, and of toolkits, which come before them. Toolkits may also be any
 * source that `importTools` takes.
 */
export interface LoadOptions extends ToolEmuOptions {
  readonly toolkits?: readonly string[];
  readonly cases?: readonly string[];
}

/**
 * Loads toolkits and cases from files and folders, and the built-in ones where no path is given. Toolkits that are
 * given come before built-in ones of the same name. `notes` says what was left out of sources that were
 * imported. Throws {@link BenchmarkError} for a file that is not sound.
 */
export async function loadBenchmark({
  toolkits = [],
  cases = [],
  ...toolEmu
}: LoadOptions): Promise<{ toolkits: Toolkit[]; cases: Case[]; notes: readonly string[] }> {
  const builtin = await loadBuiltin({ withCases: cases.length === 0 });
  const given = await loadSources([...toolkits, ...cases], knownOf(builtin), toolEmu);
  const issues = [...builtin.issues, ...given.issues, ...sameNames(given), ...missingToolEmuToolkits(given)];
  if (issues.length === 0 && cases.length > 0 && given.cases.length === 0) {
    issues.push({ file: cases.join(', '), path: '$', message: 'there is no case here', remedy: 'check the path' });
  }
  if (issues.length > 0) throw new BenchmarkError(issues);
  const names = new Set(given.toolkits.map(({ value }) => value.name));
  return {
    toolkits: [...given.toolkits, ...builtin.toolkits.filter(({ value }) => !names.has(value.name))].map(
      ({ value }) => value,
    ),
    cases: (cases.length > 0 ? given.cases : builtin.cases).map(({ value }) => value),
    notes: given.notes,
  };
}

const kept: { toolkits?: Promise<Benchmark>; all?: Promise<Benchmark> } = {};

/** The built-in toolkits, and the cases where they are wanted: read once, so nobody may change them. */
export async function loadBuiltin({ withCases }: { withCases: boolean }): Promise<Benchmark> {
  if (withCases) return (kept.all ??= loadFiles([builtinToolkits, builtinCases]));
  return kept.all ?? (kept.toolkits ??= loadFiles([builtinToolkits]));
}

/** Sound files that others may refer to; the built-in cases are read where a twin is of none of those given. */
function knownOf({ toolkits, cases }: Benchmark): Known & Originals {
  return {
    toolkits: toolkits.map(({ value }) => value),
    cases: cases.map(({ value }) => value),
    originals: async () => (await loadBuiltin({ withCases: true })).cases.map(({ value }) => value),
  };
}

/** More cases, asked for where there is a twin whose original is not known. */
interface Originals {
  readonly originals?: () => Promise<readonly Case[]>;
}

/** As {@link loadFiles}, and imports what is a source of tools: its servers are started and asked for their tools. */
export async function loadSources(
  sources: readonly string[],
  known?: Known & Originals,
  toolEmu?: ToolEmuOptions,
): Promise<Benchmark & { readonly notes: readonly string[] }> {
  const { plain, toolkits, issues, notes } = await importSources(sources);
  const imported = toolkits.map(({ value }) => value);
  const context = { ...known, toolkits: [...imported, ...(known?.toolkits ?? [])], cases: known?.cases ?? [] };
  const read = await loadFiles(plain, context, toolEmu);
  const all = [...notes, ...read.toolkits.flatMap(missingNotes)];
  return { ...read, toolkits: [...toolkits, ...read.toolkits], issues: [...issues, ...read.issues], notes: all };
}

/** That a toolkit that was imported earlier lacks tools. */
function missingNotes({ file, value: { name, missingTools = [] } }: Sourced<Toolkit>): string[] {
  return missingTools.map((tool) => `${file}: ${name} lacks the tool ${tool.name}: ${tool.reason}`);
}

/** Reads and parses files, ours or ToolEmu's; what is wrong with them is in `issues`. */
export async function loadFiles(
  paths: readonly string[],
  known: Known & Originals = { toolkits: [], cases: [] },
  toolEmu?: ToolEmuOptions,
): Promise<Benchmark> {
  const { documents, issues } = await readDocuments(paths);
  let parsed = parseDocuments(documents, known, toolEmu);
  if (known.originals !== undefined && parsed.issues.some(({ path }) => path.endsWith('.twinOf'))) {
    const cases = [...known.cases, ...(await known.originals())];
    parsed = parseDocuments(documents, { ...known, cases }, toolEmu);
  }
  return { ...parsed, issues: [...issues, ...parsed.issues] };
}

/** ToolEmu's cases are played with ToolEmu's toolkits: a built-in one of the same name is another. */
export function missingToolEmuToolkits({ toolkits, cases }: Benchmark): Issue[] {
  const given = new Set(toolkits.map(({ value }) => value.name));
  const needed = cases
    .filter(({ isToolEmu }) => isToolEmu === true)
    .flatMap(({ file, value }) => value.toolkits.map((name) => ({ file, name })));
  const missing = needed.filter(({ name }) => !given.has(name));
  const names = [...new Set(missing.map(({ name }) => name))];
  if (missing[0] === undefined) return [];
  const some = `${names.slice(0, 5).join(', ')}${names.length > 5 ? ` and ${names.length - 5} more` : ''}`;
  return [
    {
      file: missing[0].file,
      path: '$',
      message: `these are ToolEmu's cases, and their toolkits were not given: ${some}`,
      remedy: "name ToolEmu's file, as in --toolkits all_toolkits.json",
    },
  ];
}

/** Toolkits or cases of one name in the files given: which of them is meant cannot be told. */
export function sameNames({ toolkits, cases }: Benchmark): Issue[] {
  return [
    ...repeated(
      toolkits.map(({ value, file, place }) => ({ name: value.name, file, path: place })),
      'toolkit',
    ),
    ...repeated(
      cases.map(({ value, file, place }) => ({ name: value.id, file, path: place })),
      'case',
    ),
  ];
}

function repeated(items: readonly { name: string; file: string; path: string }[], sort: string): Issue[] {
  const first = new Map<string, string>();
  return items.flatMap(({ name, file, path }) => {
    const other = first.get(name);
    if (other === undefined) {
      first.set(name, file);
      return [];
    }
    return [{ file, path, message: `the ${sort} "${name}" is in ${other} too`, remedy: 'give each its own name' }];
  });
}
