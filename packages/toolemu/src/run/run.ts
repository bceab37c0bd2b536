import { setImmediate } from 'node:timers/promises';
import pLimit from 'p-limit';
import type {
  Agent,
  Case,
  Emulator,
  Episode,
  EpisodePlan,
  Evaluator,
  OnEvent,
  RunEvent,
  Toolkit,
} from '../contract/index.ts';
import type { RunFile, StoredEpisode } from '../store/index.ts';
import { isUnasked, runEpisode } from './episode.ts';
import { planEpisodes } from './plan.ts';
import { taskOf } from './task.ts';

/** Who takes part in an episode. Each is made for it, so that it can keep what belongs to it. */
export interface Players {
  agent(plan: EpisodePlan): Agent;
  emulator(plan: EpisodePlan): Emulator;
  evaluators(plan: EpisodePlan, value: Case): Evaluator[];
}

export interface RunOptions {
  readonly file: RunFile;
  readonly players: Players;
  readonly concurrency: number;
  readonly signal?: AbortSignal;
  readonly onEvent?: OnEvent;
}

export interface RunResult {
  readonly episodes: Episode[];
  readonly planned: number;
  readonly interrupted: boolean;
}

/**
 * Plays the episodes of a run file that are not finished, and keeps every step as it happens. A failing case is
 * recorded and never ends the run. After the signal no episode is begun, and what was under way is left unfinished.
 */
export async function run({ file, players, concurrency, signal, onEvent }: RunOptions): Promise<RunResult> {
  const { cases, toolkits, config } = file.manifest;
  const { plans, open } = openEpisodes(file);
  const emit = (event: RunEvent): void => {
    keep(event, file, signal);
    onEvent?.(event);
  };
  emit({ type: 'run-start', episodes: plans.length, done: plans.length - open.length });
  const limit = pLimit(concurrency);
  const failures: unknown[] = [];
  await Promise.all(
    open.map((plan) =>
      limit(async () => {
        // An episode without a model never waits: here signals and timers get their turn.
        await setImmediate();
        if (signal?.aborted === true || failures.length > 0) return;
        try {
          await playPlanned({ plan, cases, toolkits, players, maxSteps: config.maxSteps, emit, signal });
        } catch (error) {
          failures.push(error);
        }
      }),
    ),
  );
  // A run file that cannot be written, or players that cannot be made: no later episode would fare better.
  if (failures.length > 0) throw failures[0];
  const interrupted = signal?.aborted === true;
  emit({ type: 'run-end', interrupted });
  return { episodes: file.episodes(), planned: plans.length, interrupted };
}

/** The episodes a run file plans, and those of them that are still to be played. */
export function openEpisodes(file: RunFile): { plans: EpisodePlan[]; open: EpisodePlan[] } {
  const { cases, config } = file.manifest;
  const plans = planEpisodes({ cases, agents: config.agents, epochs: config.epochs });
  const finished = new Set(
    file
      .stored()
      .filter(isFinished)
      .map(({ plan }) => plan.id),
  );
  return { plans, open: plans.filter(({ id }) => !finished.has(id)) };
}

async function playPlanned({
  plan,
  cases,
  toolkits,
  players,
  maxSteps,
  emit,
  signal,
}: {
  plan: EpisodePlan;
  cases: readonly Case[];
  toolkits: readonly Toolkit[];
  players: Players;
  maxSteps: number;
  emit: OnEvent;
  signal: AbortSignal | undefined;
}): Promise<void> {
  const value = cases.find(({ id }) => id === plan.caseId) as Case;
  const offered = value.toolkits.map((name) => toolkits.find((toolkit) => toolkit.name === name) as Toolkit);
  await runEpisode({
    plan,
    case: value,
    toolkits: offered,
    task: taskOf(value, offered, plan.epoch),
    agent: players.agent(plan),
    emulator: players.emulator(plan),
    evaluators: players.evaluators(plan, value),
    maxSteps,
    ...(signal === undefined ? {} : { signal }),
    onEvent: emit,
  });
}

/** Keeps what happens. An episode that was interrupted is not ended, so that --resume plays it to its end. */
function keep(event: RunEvent, file: RunFile, signal: AbortSignal | undefined): void {
  switch (event.type) {
    case 'episode-start':
      file.startEpisode(event.plan);
      break;
    case 'step-end':
      file.addStep(event.plan.id, event.step);
      break;
    case 'trajectory-end':
      if (signal?.aborted !== true) file.endTrajectory(event.plan.id, event.outcome);
      break;
    case 'evaluation-end':
      if (signal?.aborted !== true) file.addEvaluation(event.plan.id, event.evaluation);
      break;
    case 'episode-end':
      if (signal?.aborted !== true) file.endEpisode(event.episode.plan.id, event.episode.verdict);
      break;
    case 'run-start':
    case 'run-end':
      break;
  }
}

/**
 * An episode that a model's failure broke off, or left without a judge's result, is played again when a run is resumed;
 * what was recorded of it is not paid for again.
 */
function isFinished({ outcome, verdict, evaluations }: StoredEpisode): boolean {
  if (verdict === null || evaluations.some(isUnasked)) return false;
  return !(outcome?.kind === 'error' && (outcome.code === 'model' || outcome.code === 'interrupted'));
}
