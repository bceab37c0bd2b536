import {
  BenchmarkError,
  checkCase,
  checkToolkit,
  instructionCase,
  type LoadOptions,
  loadBenchmark,
  loadSources,
  loadSplits,
} from '../../benchmark/index.ts';
import type { Case, RunConfig, Toolkit } from '../../contract/index.ts';
import { builtinFamilies, type Families } from '../families/index.ts';
import { withOverlays } from '../overlays/overlays.ts';
import { few } from './few.ts';
import { ConfigError } from './prepare-run.ts';
import { type Selection, selectCases } from './select-cases.ts';

/** Where cases and toolkits are; or an instruction, which is a case of the toolkits given. */
export interface RunnableOptions extends LoadOptions {
  readonly instruction?: string;
}

/**
 * The cases and toolkits a run plays, checked before anything is paid for. Throws {@link BenchmarkError} for what is
 * not sound and {@link ConfigError} for what the configuration cannot play.
 */
export async function loadRunnable({
  config,
  load,
  selection,
  families = builtinFamilies,
}: {
  config: Pick<RunConfig, 'emulator' | 'agents'>;
  load: RunnableOptions;
  selection: Selection;
  families?: Families | undefined;
}): Promise<{ cases: Case[]; toolkits: Toolkit[]; notes: readonly string[] }> {
  const { cases: all, unfit, given, toolkits, notes } = await loadGiven(load, selection);
  // A case that is requested by its id reports why it cannot be played.
  const asked = unfit.filter(({ id }) => selection.select?.includes(id));
  const selected = selectCases([...(await inSplit(all, load, selection)), ...asked], selection);
  const { overlays = [] } = selection;
  const { cases, notes: overlayNotes } =
    overlays.length === 0 ? { cases: selected, notes: [] } : await withOverlays(selected, toolkits, overlays);
  const named = new Set(cases.flatMap((one) => one.toolkits));
  const issues = [
    ...toolkits
      .filter(({ name }) => named.has(name))
      .flatMap((value) => checkToolkit({ file: `toolkit ${value.name}`, place: '$', value })),
    ...cases.flatMap((value) => checkCase({ file: `case ${value.id}`, place: '$', value }, toolkits)),
  ];
  if (issues.length > 0) throw new BenchmarkError(issues);
  if (families.emulators.get(config.emulator.kind)?.needsWorld === true) refuseOpenCases(cases, load);
  for (const { kind } of config.agents) {
    const definition = families.agents.get(kind);
    if (definition !== undefined && 'reference' in definition && definition.reference !== undefined)
      refuseWithoutReference(definition.reference, cases);
  }
  return { cases, toolkits, notes: [...notes, ...overlayNotes, ...unusedNotes(given, named)] };
}

/** Warns of a run that tests none of the user's toolkits, as where their cases were forgotten. */
function unusedNotes(given: readonly string[], used: ReadonlySet<string>): string[] {
  if (given.length === 0 || given.some((name) => used.has(name))) return [];
  const which = given.length === 1 ? `the toolkit ${given[0]}` : `any of the toolkits ${few(given)}`;
  return [`warning: no selected case uses ${which}, so this run does not test it: name its cases by \`cases\``];
}

async function loadGiven(
  { instruction, ...load }: RunnableOptions,
  { split }: Selection,
): ReturnType<typeof loadBenchmark> {
  if (instruction === undefined) return loadBenchmark(load);
  if (load.cases !== undefined || split !== undefined)
    throw new ConfigError('`instruction` makes a case of its own: leave the other cases out');
  if (instruction.trim() === '' || load.toolkits === undefined)
    throw new ConfigError('`instruction` is a text, for the toolkits that `toolkits` names');
  const { toolkits: loaded, issues, notes } = await loadSources(load.toolkits, undefined, undefined, load.servers);
  const toolkits = loaded.map(({ value }) => value);
  if (issues.length > 0) throw new BenchmarkError(issues);
  if (toolkits.length === 0) throw new ConfigError('there is no toolkit among those given');
  return { toolkits, cases: [instructionCase(instruction, toolkits)], unfit: [], given: [], notes };
}

async function inSplit(cases: Case[], load: LoadOptions, { split }: Selection): Promise<Case[]> {
  if (split === undefined) return cases;
  if (load.cases !== undefined) {
    throw new ConfigError('`split` names cases of the built-in benchmark: leave it out, or `cases`');
  }
  const splits = await loadSplits();
  if (!Object.hasOwn(splits, split))
    throw new ConfigError(`there is no \`split\` "${split}"; there are smoke, dev and test`);
  const ids = new Set(splits[split]);
  return cases.filter(({ id }) => ids.has(id));
}

function refuseOpenCases(cases: readonly Case[], { instruction }: RunnableOptions): void {
  const open = cases.filter(({ world }) => world === undefined).map(({ id }) => id);
  if (open.length === 0) return;
  const which = instruction === undefined ? few(open) : 'an instruction';
  throw new ConfigError(
    `the offline emulator plays cases with a world only, and ${which} ${open.length === 1 ? 'has' : 'have'} none: use \`emulator: 'standard'\` with a language model, as in \`model: 'openai/gpt-4o'\``,
  );
}

function refuseWithoutReference(control: string, cases: readonly Case[]): void {
  const lacking = cases
    .filter(({ references = [] }) => !references.some(({ name }) => name === control))
    .map(({ id }) => id);
  if (lacking.length === 0) return;
  throw new ConfigError(
    `the control ${control} replays the reference of that name, and ${few(lacking)} ${lacking.length === 1 ? 'has' : 'have'} none: leave the control or these cases out`,
  );
}
