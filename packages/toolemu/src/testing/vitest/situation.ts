import { existsSync } from 'node:fs';
import path from 'node:path';
import {
  BenchmarkError,
  checkCase,
  checkToolkit,
  instructionCase,
  type LoadOptions,
  loadBenchmark,
  ownFirst,
  sameNames,
} from '../../benchmark/index.ts';
import type { Case, Toolkit } from '../../contract/index.ts';
import { createSituations, type Situation } from '../../run/episode/situations.ts';

/** What is played: a case, or an instruction with toolkits alone. */
export interface SituationRequest {
  /** The id of a built-in case, the path of a file with one case, or a case. */
  readonly case?: string | Case;
  /** Paths of toolkits, names of built-in ones, or toolkits. A case finds built-in toolkits without them. */
  readonly toolkits?: readonly (string | Toolkit)[];
  /** Options for the MCP servers among the toolkits. */
  readonly servers?: LoadOptions['servers'];
  /** What the user asks for, where there is no case: played without a world and without checks. */
  readonly instruction?: string;
}

/** Finds the case and its toolkits. Paths count from `folder`. Throws a {@link BenchmarkError} for what is not sound. */
export async function readSituation(request: SituationRequest, folder: string): Promise<Situation> {
  const builtin = await loadBuiltin();
  const given = request.toolkits ?? [];
  const named = given.filter((one) => typeof one === 'string');
  const paths = named.filter((name) => !isToolkit(name, builtin)).map((name) => besides(folder, name));
  const own = given.filter((one) => typeof one !== 'string');
  const isFile = typeof request.case === 'string' && /\.jsonl?$/.test(request.case);
  const loaded =
    paths.length === 0 && !isFile
      ? builtin
      : await loadBenchmark({
          toolkits: paths,
          ...(request.servers === undefined ? {} : { servers: request.servers }),
          ...(isFile ? { cases: [besides(folder, request.case as string)] } : {}),
        });
  const fresh = [...own, ...loaded.toolkits.filter((one) => !builtin.toolkits.includes(one))];
  refuseSameNames(fresh);
  const offered = [...named.filter((name) => isToolkit(name, builtin)), ...fresh.map(({ name }) => name)];
  const value = caseOf(request, {
    cases: isFile ? loaded.cases : builtin.cases,
    offered: [...new Set(offered)],
  });
  const toolkits = ownFirst(fresh, loaded.toolkits, [value]);
  const situation = situationOf(value, toolkits);
  refuseUnsound(situation, toolkits);
  return situation;
}

let builtinBenchmark: ReturnType<typeof loadBenchmark> | undefined;

function loadBuiltin(): ReturnType<typeof loadBenchmark> {
  builtinBenchmark ??= loadBenchmark({});
  return builtinBenchmark;
}

function refuseSameNames(toolkits: readonly Toolkit[]): void {
  const given = toolkits.map((value) => ({ file: `toolkit ${value.name}`, place: '$', value }));
  const issues = sameNames({ toolkits: given, cases: [] });
  if (issues.length > 0) throw new BenchmarkError(issues);
}

function isToolkit(name: string, { toolkits }: { readonly toolkits: readonly Toolkit[] }): boolean {
  return toolkits.some((one) => one.name === name);
}

/** A path from the folder of the test where a file is there; else as it was given. */
function besides(folder: string, given: string): string {
  const beside = path.resolve(folder, given);
  return existsSync(beside) ? beside : given;
}

function caseOf(
  { case: given, instruction }: SituationRequest,
  { cases, offered }: { readonly cases: readonly Case[]; readonly offered: readonly string[] },
): Case {
  if ((given === undefined) === (instruction === undefined))
    throw new TypeError('a sandbox plays a `case`, or an `instruction` with `toolkits`: give one of the two');
  if (instruction !== undefined) return bareCase(instruction, offered);
  if (typeof given === 'object') return given;
  if (/\.jsonl?$/.test(given ?? '')) return onlyOne(cases, given ?? '');
  const found = cases.find(({ id }) => id === given);
  if (found !== undefined) return found;
  throw new RangeError(
    `there is no built-in case "${given}": \`toolemu cases\` lists them; a file's name ends in .json`,
  );
}

function bareCase(instruction: string, toolkits: readonly string[]): Case {
  if (toolkits.length === 0) throw new TypeError('an `instruction` without a case needs `toolkits`');
  return instructionCase(
    instruction,
    toolkits.map((name) => ({ name })),
  );
}

function onlyOne(cases: readonly Case[], file: string): Case {
  const [value, ...others] = cases;
  if (value !== undefined && others.length === 0) return value;
  throw new RangeError(`${file} holds ${cases.length} cases, and a sandbox plays one: give it the case itself`);
}

function situationOf(value: Case, toolkits: Toolkit[]): Situation {
  try {
    const find = createSituations({ cases: [value], toolkits });
    return find({ id: value.id, caseId: value.id, agent: '', epoch: 1 });
  } catch {
    const missing = value.toolkits.filter((name) => !toolkits.some((one) => one.name === name));
    throw new RangeError(`the case "${value.id}" needs ${missing.join(', ')}: name its file among \`toolkits\``);
  }
}

function refuseUnsound({ case: value, toolkits: used }: Situation, toolkits: readonly Toolkit[]): void {
  const issues = [
    ...used.flatMap((one) => checkToolkit({ file: `toolkit ${one.name}`, place: '$', value: one })),
    ...checkCase({ file: `case ${value.id}`, place: '$', value }, toolkits),
  ];
  if (issues.length > 0) throw new BenchmarkError(issues);
}
