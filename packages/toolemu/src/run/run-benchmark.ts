import {
  type BenchmarkOptions,
  benchmarkRules,
  type EvaluateOptions,
  evaluateRules,
  type ForkOptions,
  forkRules,
  type ReplayOptions,
  replayRules,
  type ResumeOptions,
  resumeRules,
  type TrustOptions,
} from './benchmark-options.ts';
import type { LoadOptions } from '../benchmark/index.ts';
import { definedOnly, type LanguageModel } from '../contract/index.ts';
import { RunFile } from '../store/index.ts';
import { type BenchmarkRun, benchmarkRunOf, playToEnd } from './benchmark-run.ts';
import { checkOptions } from './plan/check-options.ts';
import { createFork, createReplay, createRun } from './plan/create-run.ts';
import type { ConfigFile } from './plan/define-config.ts';
import type { Families } from './families/index.ts';
import { forkDefaults, forkManifest } from './fork/fork.ts';
import { episodesLacking, judgeRun } from './judge-episodes.ts';
import { judgeModels, modelsIn } from './judge-models.ts';
import { version } from '../platform/index.ts';
import { requireBudget, requireReplayable, requireResumable } from './open-run.ts';
import { createOwnMembers, membersOf } from './plan/own-members.ts';
import { type PlannedRun, planRun } from './plan/plan-run.ts';
import { prepareEvaluators, type RunRequest } from './plan/prepare-run.ts';
import { requireAllowed } from './plan/started.ts';
import { openEpisodes } from './run.ts';
import { createRunModels, requireCallable } from './run-models.ts';

const defaults = { emulator: 'adversarial', epochs: 1, seed: 0, out: 'runs' } as const;

/**
 * Runs a benchmark: plays each case with each agent in each epoch, grades the trajectories and keeps everything in one run
 * file. Throws `ConfigError` for options that cannot be played, `BenchmarkError` for invalid cases or toolkits, and
 * `ModelError` for a model that has no key, all before anything is played. What agents, models and tools do while it plays
 * never throws: it is in the report.
 *
 * @example
 * const run = await runBenchmark({ agents: ['careful', 'reckless'], emulator: 'offline', evaluators: ['checks'], split: 'smoke' });
 * for (const { plan, verdict } of run.episodes()) console.log(plan.id, verdict.verdict);
 */
export async function runBenchmark(options: BenchmarkOptions): Promise<BenchmarkRun> {
  const planned = await planBenchmark(options);
  const { families, ownModels, config } = planned;
  requireCallable(modelsIn(config), { ...options, allowAddresses: 'all' }, ownModels);
  const reuse: RunFile[] = [];
  let file: RunFile;
  try {
    for (const path of options.reuse ?? []) reuse.push(RunFile.read(path));
    file = createRun({ ...planned, out: options.out ?? defaults.out });
  } catch (error) {
    for (const source of reuse) source.close();
    throw error;
  }
  const allowed = { allowCommands: 'all', allowAddresses: 'all' } as const;
  return playToEnd(file, options, { ...allowed, families, ownModels, notes: planned.notes, reuse });
}

/** A run as options plan it: what would be played, and with what. Nothing is called or made. */
export interface PlannedBenchmark extends PlannedRun {
  readonly families: Families;
  readonly ownModels: ReadonlyMap<string, LanguageModel>;
}

/** What {@link runBenchmark} would play. Throws as it does. */
export async function planBenchmark(options: BenchmarkOptions): Promise<PlannedBenchmark> {
  checkOptions(options, benchmarkRules);
  const { config = {}, epochs = defaults.epochs, maxSteps, seed = defaults.seed } = options;
  const own = createOwnMembers(config);
  const agents = options.agents.map((agent, at) => own.agent(agent, `agents[${at}]`));
  const emulator = own.emulator(options.emulator ?? defaults.emulator);
  const evaluators = options.evaluators?.map((evaluator, at) => own.evaluator(evaluator, `evaluators[${at}]`));
  const requirements = (options.requirements ?? []).map((one, at) => own.requirement(one, `requirements[${at}]`));
  const roles = own.roles(options);
  const families = own.families();
  const request: RunRequest = {
    agents,
    ...(options.promptStyles === undefined ? {} : { promptStyles: options.promptStyles }),
    ...roles,
    emulator,
    evaluators: evaluators ?? null,
    requirements,
    epochs,
    maxSteps,
    seed,
    user: options.user,
    ...(options.faults === undefined ? {} : { faults: options.faults }),
    ownModels: new Set(own.models.keys()),
    families,
  };
  const { servers, toolTexts, shuffle, offset, limit, select, exclude, split, overlays } = options;
  const planned = await planRun({
    request,
    load: { ...sourcesOf(options, config), ...definedOnly({ servers, toolTexts }) },
    selection: { seed, ...definedOnly({ shuffle, offset, limit, select, exclude, split, overlays }) },
  });
  return { ...planned, families, ownModels: own.models };
}

/**
 * Plays a run file to its end: episodes that have not ended, and results of judges that could not be asked. Its
 * configuration stays what it was. Throws {@link RunStateError} where the run cannot be resumed, and `ConfigError` for
 * members of the user's own that it names and that are not given, and for a program or module that it names and that is not
 * among `allowCommands`; `ModelError` where it would send a key to an address that is not among `allowAddresses`.
 */
export async function resumeRun(path: string, options: ResumeOptions = {}): Promise<BenchmarkRun> {
  checkOptions(options, resumeRules);
  const known = { ...membersOf(options), ...trustOf(options) };
  const file = RunFile.resume(path);
  try {
    requireResumable(file);
    if (openEpisodes(file, { retry: options.retry }).open.length > 0) {
      requireBudget(file, options.maxCostUsd);
      requireCallable(modelsIn(file.manifest.config), { ...options, ...known }, known.ownModels);
    }
  } catch (error) {
    file.close();
    throw error;
  }
  return playToEnd(file, options, { ...known, retry: options.retry });
}

/**
 * Plays a run again into a new file, with every answer of a model taken from the old one: nothing is called. Agents of the
 * user's own repeat what they did. Throws {@link RunStateError} for an imported run.
 */
export async function replayRun(path: string, options: ReplayOptions = {}): Promise<BenchmarkRun> {
  checkOptions(options, replayRules);
  const { families } = membersOf(options);
  const replay = RunFile.read(path);
  let file: RunFile;
  try {
    requireReplayable(replay);
    file = createReplay(replay, options.out ?? defaults.out);
  } catch (error) {
    replay.close();
    throw error;
  }
  return playToEnd(file, options, { allowCommands: [], allowAddresses: [], families, replay });
}

/**
 * Judges the trajectories of a run file again, by the same evaluators or others, and decides the verdicts anew. Earlier
 * results of the same evaluators are kept as history. `done` counts the trajectories that were judged.
 */
export async function evaluateRun(path: string, options: EvaluateOptions): Promise<BenchmarkRun> {
  checkOptions(options, evaluateRules);
  const own = createOwnMembers(options.config ?? {});
  const names = options.evaluators.map((evaluator, at) => own.evaluator(evaluator, `evaluators[${at}]`));
  const { shared, evaluatorRole } = own.roles(options);
  const families = own.families();
  using file = RunFile.resume(path);
  const evaluators = prepareEvaluators({
    evaluators: names,
    cases: file.manifest.cases,
    ownModels: new Set(own.models.keys()),
    families,
    ...(shared === undefined ? {} : { shared }),
    ...(evaluatorRole === undefined ? {} : { evaluatorRole }),
  });
  requireCallable(evaluators.flatMap(judgeModels), { ...options, allowAddresses: 'all' }, own.models);
  const all = file.episodes();
  const episodes = options.missingOnly === true ? episodesLacking(all, names, file.manifest.cases) : all;
  const { signal, onEvent, ...calls } = options;
  const { interrupted, done, failures } = await judgeRun({
    file,
    evaluators,
    episodes,
    families,
    models: (stop) => createRunModels(calls, { file, allowAddresses: 'all', ownModels: own.models, stop }),
    signal,
    onEvent,
  });
  const result = {
    planned: episodes.length,
    done,
    stopped: interrupted ? ('interrupted' as const) : null,
  };
  // Awaited: the file is closed when this function ends.
  return await benchmarkRunOf(
    file,
    result,
    failures.map(({ evaluator, result: { kind, ...rest } }) =>
      kind === 'unscored' && 'reason' in rest ? `${evaluator} could not be asked: ${rest.reason}` : evaluator,
    ),
  );
}

/**
 * Goes on from episodes of a run in a new one: from where agents quit, or from a step. Throws `ConfigError` where there
 * are no such episodes, and for what the run file may not do, as {@link resumeRun} does.
 */
export async function forkRun(path: string, options: ForkOptions): Promise<BenchmarkRun> {
  checkOptions(options, forkRules);
  const known = { ...membersOf(options), ...trustOf(options) };
  using parent = RunFile.read(path);
  const head = forkManifest(parent, {
    ...options,
    times: options.times ?? forkDefaults.times,
    version: version(),
    promptStyle: options.promptStyle,
    families: known.families,
  });
  requireAllowed(head.config.agents, known.allowCommands);
  requireCallable(modelsIn(head.config), { ...options, ...known }, known.ownModels);
  const file = createFork({ head, parent: path, out: options.out ?? defaults.out });
  return playToEnd(file, options, known);
}

/** What the run file may do: nothing that is not allowed. */
function trustOf({ allowCommands = [], allowAddresses = [] }: TrustOptions): {
  allowCommands: readonly string[];
  allowAddresses: readonly string[];
} {
  return { allowCommands, allowAddresses };
}

/** Where cases and toolkits are: what the options say, else the configuration. */
function sourcesOf(
  { cases, toolkits }: Pick<BenchmarkOptions, 'cases' | 'toolkits'>,
  config: ConfigFile,
): Pick<LoadOptions, 'cases' | 'toolkits'> {
  const given = { cases: cases ?? config.cases, toolkits: toolkits ?? config.toolkits };
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === 'string' ? [value] : value]],
    ),
  );
}
