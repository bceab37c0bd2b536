import pLimit, { type LimitFunction } from 'p-limit';
import {
  type AgentSpec,
  type CallSlots,
  type Episode,
  type EpisodePlan,
  maxStepsOf,
  type OnEvent,
  type Outcome,
  resumableErrors,
  type RunEvent,
} from '../contract/index.ts';
import { begunRole } from '../emulator/index.ts';
import { createTurns } from '../model/index.ts';
import { type EpisodeRow, type EpisodeStore, plansOf } from '../store/index.ts';
import { isUnasked, judgeEpisode, runEpisode } from './episode/episode.ts';
import { isPlayedOnce, personAgent, type Players, specOf } from './players.ts';
import { createKeepDerived } from './episode/derived-values.ts';
import { createSituations, taskOf } from './episode/situations.ts';

/**
 * Episodes that are played again where that is asked for: what an agent from outside broke off itself, or what a model
 * would not answer.
 */
export type Retry = 'agent' | 'unanswerable';

export interface RunOptions {
  readonly file: EpisodeStore;
  /** The episodes to be played; all that the manifest plans by default. */
  readonly plans?: readonly EpisodePlan[] | undefined;
  readonly players: Players;
  readonly slots: CallSlots;
  /** Whether to open no more episodes than calls may be in flight, so that what is begun is ended: under a budget. */
  readonly finishFirst?: boolean;
  /** What is played again, though it is finished. */
  readonly retry?: Retry | undefined;
  readonly signal?: AbortSignal;
  readonly onEvent?: OnEvent;
}

export interface RunResult {
  readonly planned: number;
  readonly done: number;
  /** Why it ended before its end: it was interrupted, or its budget was spent. */
  readonly stopped: 'interrupted' | 'budget' | null;
}

/**
 * Plays the episodes of a run file that are not finished, and keeps every step as it happens. Several episodes are open
 * for each call that may be in flight, so that none waits for another. A failing case is recorded and never ends the
 * run; what an endpoint's failure broke off is tried once more at the end. After the signal, or once the budget is
 * spent, no episode is begun, and what was under way is left to be gone on with.
 */
export async function run({
  file,
  plans: wanted,
  players,
  slots,
  finishFirst = false,
  retry,
  signal,
  onEvent,
}: RunOptions): Promise<RunResult> {
  const { plans, open } = openEpisodes(file, { plans: wanted, retry });
  let isBudgetSpent = false;
  const isStopped = (): boolean => signal?.aborted === true || isBudgetSpent;
  const keep = createKeep(file, signal);
  const emit = (event: RunEvent): void => {
    keep(event);
    if (meetsBudget(event)) isBudgetSpent = true;
    onEvent?.(event);
  };
  const play = playerOf({ file, players, signal, emit });
  emit({ type: 'run-start', episodes: plans.length, done: plans.length - open.length });
  const how = { limit: openingLimit(slots, finishFirst ? 1 : episodesPerCall), act: play, isStopped };
  await allInTurn(open, how);
  if (!isStopped()) await allInTurn(brokenOff(file, plans), how);
  const stopped = signal?.aborted === true ? 'interrupted' : isBudgetSpent ? 'budget' : null;
  emit({ type: 'run-end', stopped });
  return { planned: plans.length, done: plans.length - openEpisodes(file, { plans }).open.length, stopped };
}

/**
 * Plays one episode of a run file, and keeps every step as it happens. What the signal interrupts is left to be gone on
 * with. Throws where the file cannot be written, or the players cannot be made.
 */
export async function playEpisode({
  file,
  players,
  plan,
  signal,
  onEvent,
}: Pick<RunOptions, 'file' | 'players' | 'signal' | 'onEvent'> & { readonly plan: EpisodePlan }): Promise<void> {
  const keep = createKeep(file, signal);
  const emit = (event: RunEvent): void => {
    keep(event);
    onEvent?.(event);
  };
  await playerOf({ file, players, signal, emit })(plan);
}

/**
 * The episodes a run file plans, and those of them that are still to be played: with `retry` also those that it names,
 * but for those in which real tools would act again.
 */
export function openEpisodes(
  file: EpisodeStore,
  { plans = plansOf(file.manifest), retry }: Pick<RunOptions, 'plans' | 'retry'> = {},
): { plans: readonly EpisodePlan[]; open: EpisodePlan[] } {
  const finished = new Set<string>();
  for (const episode of file.rows()) if (isFinished(episode)) finished.add(episode.plan.id);
  const again = new Set(retry === undefined ? [] : brokenBy(retry, file).again.map(({ id }) => id));
  return { plans, open: plans.filter(({ id }) => again.has(id) || !finished.has(id)) };
}

/** The episodes that can be played again on purpose, and those that can't, for real tools acted in them and would again. */
export function brokenBy(code: Retry, file: EpisodeStore): { again: EpisodePlan[]; acted: EpisodePlan[] } {
  const broken: EpisodePlan[] = [];
  for (const { plan, outcome } of file.rows()) {
    if (outcome?.kind !== 'error' || outcome.code !== code) continue;
    // The recorded replies of a built-in agent would be the same, and break off again.
    if (code !== 'agent' || isPlayedOnce(agentOf(plan, file))) broken.push(plan);
  }
  const stays = (plan: EpisodePlan): boolean => isPlayedOnce(agentOf(plan, file)) && hasActed(plan, file);
  return { again: broken.filter((plan) => !stays(plan)), acted: broken.filter(stays) };
}

function agentOf(plan: EpisodePlan, file: EpisodeStore): AgentSpec {
  return specOf(plan, file.manifest.config.agents);
}

/**
 * Episodes that stay open at a time for each call that may be in flight: enough that some have a call to make while
 * others are answered, that the long ones begin early, and that those whose judges wait for the rest hold up no other
 * (measured by `bench/makespan.ts`: four leave 9 % at 20 calls in flight, eight 2 %).
 */
export const episodesPerCall = 8;

/** The number of episodes, or of trajectories, to keep open; it follows the calls that may be in flight. */
export function openingLimit(slots: CallSlots, perCall = episodesPerCall): LimitFunction {
  const limit = pLimit(perCall * slots.count);
  slots.onChange((count) => {
    limit.concurrency = perCall * count;
  });
  return limit;
}

/** Does a thing for each item, until it is stopped or one fails; throws the first failure once those under way have ended. */
export async function allInTurn<T>(
  items: readonly T[],
  { limit, act, isStopped }: { limit: LimitFunction; act: (item: T) => Promise<void>; isStopped: () => boolean },
): Promise<void> {
  const failures: unknown[] = [];
  const ownTurn = createTurns();
  await Promise.all(
    items.map((item) =>
      limit(async () => {
        // Each begins in a turn of its own. An episode without a model never waits: here signals, timers and the calls of
        // the episodes before it get theirs.
        await ownTurn();
        if (isStopped() || failures.length > 0) return;
        try {
          await act(item);
        } catch (error) {
          failures.push(error);
        }
      }),
    ),
  );
  // A run file that cannot be written, or players that cannot be made: no later episode would fare better.
  if (failures.length > 0) throw failures[0];
}

function playerOf({
  file,
  players,
  signal,
  emit,
}: {
  file: EpisodeStore;
  players: Players;
  signal: AbortSignal | undefined;
  emit: OnEvent;
}): (plan: EpisodePlan) => Promise<void> {
  const situationOf = createSituations(file.manifest);
  const { config } = file.manifest;
  return async (plan) => {
    const { case: value, toolkits } = situationOf(plan);
    const kept = playedExternally(plan, file);
    if (kept !== null) {
      emit({ type: 'trajectory-end', plan, outcome: kept.trajectory.outcome });
      await judgeEpisode({
        ...kept,
        case: value,
        toolkits,
        evaluators: players.evaluators(plan, value),
        onEvent: emit,
      });
      return;
    }
    await runEpisode({
      plan,
      case: value,
      toolkits,
      task: taskOf(value, toolkits, plan.epoch),
      agent: players.agent(plan),
      emulator: players.emulator(plan),
      evaluators: players.evaluators(plan, value),
      maxSteps: maxStepsOf(config, value),
      user: players.user?.(plan),
      ...(signal === undefined ? {} : { signal }),
      onEvent: emit,
    });
  };
}

/**
 * What was played by such an agent and only lacks a judge's result, or cannot be played again since real tools acted in it:
 * then it is an error, with the steps that were made.
 */
function playedExternally(
  plan: EpisodePlan,
  file: EpisodeStore,
): Pick<Episode, 'plan' | 'trajectory' | 'evaluations'> | null {
  if (!isPlayedOnce(agentOf(plan, file))) return null;
  const stored = file.storedEpisode(plan.id);
  if (stored === undefined) return null;
  const { steps, outcome, evaluations } = stored;
  const isOver = outcome !== null && outcome.kind !== 'error' && outcome.kind !== 'budget';
  if (isOver) return { plan, trajectory: { steps, outcome }, evaluations };
  return hasActed(plan, file) ? { plan, trajectory: { steps, outcome: acted }, evaluations: [] } : null;
}

const acted: Outcome = {
  kind: 'error',
  code: 'emulator',
  message: 'real tools acted in this episode, and it was broken off: it is not played again, for they would act again',
};

/** Whether a real tool that may act was called in an episode. */
function hasActed({ id }: EpisodePlan, file: EpisodeStore): boolean {
  const { realTools } = file.manifest.config.emulator;
  return realTools !== undefined && [...file.calls({ episode: id, role: begunRole })].length > 0;
}

/** Whether a call could not be made for the budget's sake. */
function meetsBudget(event: RunEvent): boolean {
  if (event.type === 'trajectory-end') return event.outcome.kind === 'budget';
  if (event.type !== 'evaluation-end') return false;
  const { result } = event.evaluation;
  return result.kind === 'unscored' && result.cause === 'budget';
}

/** Keeps what happens. An episode that was interrupted is not ended, so that --resume plays it to its end. */
function createKeep(file: EpisodeStore, signal: AbortSignal | undefined): (event: RunEvent) => void {
  const keepDerived = createKeepDerived(file);
  return (event) => {
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
        if (signal?.aborted === true) break;
        file.endEpisode(event.episode.plan.id, event.episode.verdict);
        keepDerived(event.episode);
        break;
      case 'run-start':
      case 'run-end':
        break;
    }
  };
}

/**
 * An episode that a failure broke off, that met the end of the budget, or that lacks a judge's result is played again
 * when a run is resumed; what was recorded of it is not paid for again.
 */
function isFinished({ outcome, verdict, grades }: EpisodeRow): boolean {
  if (verdict === null || outcome?.kind === 'budget' || grades.some(isUnasked)) return false;
  return !(outcome?.kind === 'error' && resumableErrors.has(outcome.code));
}

/** Whether an episode is played again unasked: not where a client or a person would have to be there again, nor where real tools acted. */
function mayRepeat(plan: EpisodePlan, file: EpisodeStore): boolean {
  const agent = agentOf(plan, file);
  const needsPeople = agent.kind === personAgent.kind || agent.external?.kind === 'client';
  return !needsPeople && !(isPlayedOnce(agent) && hasActed(plan, file));
}

/** The episodes that an endpoint's failure broke off, or left without a judge's result. */
function brokenOff(file: EpisodeStore, plans: readonly EpisodePlan[]): EpisodePlan[] {
  const broken = new Set<string>();
  for (const { plan, outcome, grades } of file.rows()) {
    const failed = outcome?.kind === 'error' && outcome.code === 'infrastructure';
    if ((failed && mayRepeat(plan, file)) || grades.some(isUnasked)) broken.add(plan.id);
  }
  return plans.filter(({ id }) => broken.has(id));
}
