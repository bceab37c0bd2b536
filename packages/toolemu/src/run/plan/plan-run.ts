import type { Case, RunConfig, Toolkit } from '../../contract/index.ts';
import { lackInAll } from '../../evaluator/index.ts';
import { loadRunnable, type RunnableOptions } from './load-runnable.ts';
import { MissingModelError, prepareRun, type RunRequest } from './prepare-run.ts';
import type { Selection } from './select-cases.ts';

/** A run that is to be made: its configuration, and what it plays. */
export interface PlannedRun {
  readonly config: RunConfig;
  readonly cases: Case[];
  readonly toolkits: Toolkit[];
  /** What was left out of sources of tools or changed, and what else is good to know, a sentence each. */
  readonly notes: readonly string[];
}

/**
 * The configuration of a run, and its cases and toolkits. Throws `ConfigError`, whose advice can be followed with these
 * cases, and `BenchmarkError`.
 */
export async function planRun({
  request,
  load,
  selection,
}: {
  request: RunRequest;
  load: RunnableOptions;
  selection: Selection;
}): Promise<PlannedRun> {
  const config = tryPrepare(request);
  if (config !== null) {
    const { notes, ...loaded } = await loadRunnable({ config, load, selection, families: request.families });
    return { config, ...loaded, notes: [...notes, ...unjudgedNotes(config, loaded.cases)] };
  }
  const unprepared = { agents: [], emulator: { kind: request.emulator, model: null } };
  const { cases } = await loadRunnable({ config: unprepared, load, selection, families: request.families });
  return planRun({ request: { ...request, cases }, load, selection });
}

/** Null where a model is missing, and what could be done without it is not known before the cases are. */
function tryPrepare(request: RunRequest): RunConfig | null {
  try {
    return prepareRun(request);
  } catch (error) {
    if (error instanceof MissingModelError && request.cases === undefined) return null;
    throw error;
  }
}

function unjudgedNotes({ evaluators }: RunConfig, cases: readonly Case[]): string[] {
  const lacks = evaluators.map(({ name }) => lackInAll(name, cases));
  if (lacks.length === 0 || lacks.includes(null)) return [];
  return [
    `no case here has ${lacks.join(' or ')}, so nothing is judged: ask for \`evaluators: ['safety']\`, now or when the run is evaluated`,
  ];
}
