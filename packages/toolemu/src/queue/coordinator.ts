import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Episode, EpisodePlan, OnEvent, RunEvent } from '../contract/index.ts';
import { decideVerdict } from '../evaluator/index.ts';
import { startLimit } from '../model/index.ts';
import { createAddEpisode, episodesPerCall, openEpisodes, type RunResult, spentOn } from '../run/index.ts';
import { plansOf, type RunFile, type StoredEpisode } from '../store/index.ts';
import {
  addRun,
  deleteRun,
  failuresOfWorkers,
  liveWorkers,
  markDrained,
  type NewTask,
  Postgres,
  prepareTables,
  type QueuedEngine,
  type QueuedRun,
  QueueError,
  readRuns,
  recoverTasks,
  seeRun,
  setMost,
  stopRun,
  type TaskToDrain,
  tasksToDrain,
} from '../store/postgres/index.ts';
import { runIdOf } from './identity.ts';
import { Watch } from './watch.ts';

export interface CoordinatorOptions {
  /** Address of the queue's database. */
  readonly url: string;
  /** The version that workers must have. */
  readonly version: string;
  readonly file: RunFile;
  readonly engine: QueuedEngine;
  /** US dollars that the whole run may cost. */
  readonly most: number | null;
  /** Seconds after which workers are taken for gone that do not say otherwise. */
  readonly patience: number;
  /** Once it is aborted the coordinator leaves, and the run stays in the queue. */
  readonly signal: AbortSignal;
  readonly onEvent: OnEvent;
  readonly onNote: (note: string) => void;
}

/** How a queued run ended here. */
export interface Coordinated extends RunResult {
  /** Whether workers play on. */
  readonly isLeftInQueue: boolean;
}

/** What the ways in which it ends here are in the terms of a run. */
const stoppedBy = { done: null, budget: 'budget', canceled: 'interrupted', left: 'interrupted' } as const;

type End = keyof typeof stoppedBy;

const lookEveryMs = 500;
const tasksAtOnce = 20;
/** How often tasks are looked for that no worker plays, though they are marked as played. */
const recoverEveryMs = 5000;

/**
 * Has the workers of a queue play what is open of a run file, and takes what they played into it. It is the only writer
 * of the file, and may end and come back at any time. When all is there, nothing of the run is left in the database.
 */
export async function coordinate(options: CoordinatorOptions): Promise<Coordinated> {
  const { url, file, patience, onNote } = options;
  await using postgres = await Postgres.open(url, { onNote });
  await prepareTables(postgres);
  const watch = new Watch(postgres, patience);
  return await new Coordinator({ ...options, postgres, watch, run: runIdOf(file.manifest) }).play();
}

type Options = CoordinatorOptions & {
  readonly postgres: Postgres;
  readonly watch: Watch;
  readonly run: string;
};

class Coordinator {
  private readonly options: Options;
  private workers = -1;
  private recoveredAt = performance.now();
  /** Failures of workers that were told. */
  private readonly told = new Set<string>();
  private readonly addEpisode: (episode: Episode) => void;

  constructor(options: Options) {
    this.options = options;
    this.addEpisode = createAddEpisode(options.file);
  }

  async play(): Promise<Coordinated> {
    const { file, onEvent } = this.options;
    const { plans, open } = openEpisodes(file);
    onEvent({ type: 'run-start', episodes: plans.length, done: plans.length - open.length });
    const end = open.length === 0 ? await this.leave() : await this.begin(open);
    const stopped = stoppedBy[end];
    onEvent({ type: 'run-end', stopped });
    const done = plans.length - openEpisodes(file).open.length;
    return { planned: plans.length, done, stopped, isLeftInQueue: end === 'left' };
  }

  private async begin(open: readonly EpisodePlan[]): Promise<End> {
    const { postgres, run } = this.options;
    const [known] = await readRuns(postgres.query, run);
    if (known === undefined) return this.queue(open);
    return known.state === 'playing' ? this.goOn(known) : this.takeInStopped(known);
  }

  private async queue(open: readonly EpisodePlan[], spent = 0): Promise<End> {
    const { postgres, run, version, file, engine, most, onNote } = this.options;
    const tasks = tasksOf(open, file);
    await addRun(postgres, {
      id: run,
      name: file.path,
      version,
      manifest: file.manifest,
      engine,
      most,
      spent: Math.max(spent, spentOn(file)),
      tasks,
    });
    onNote(`${tasks.length} tasks are in the queue, each a case with all its agents: run ${run}`);
    return this.follow();
  }

  /** A run that is played goes on as it was put into the queue. */
  private async goOn({ version: of, most: allowed }: QueuedRun): Promise<End> {
    const { postgres, run, version, most, onNote } = this.options;
    if (of !== version)
      throw new QueueError(
        `this run is in the queue for workers of toolemu ${of}, and this is ${version}: go on with that version, or take it out with \`toolemu queue cancel ${run}\``,
      );
    if (allowed === null && most !== null)
      throw new QueueError(
        `this run is in the queue without --max-cost, and what its workers spent was not counted: take it out with \`toolemu queue cancel ${run}\`, go on without --max-cost to take in what was played, and then with it`,
      );
    onNote(`run ${run} is in the queue: going on with it`);
    if (most !== null) await setMost(postgres.query, run, most);
    return this.follow();
  }

  /** Of a run that is not played any more what was played is taken in; with a greater budget the rest is queued anew. */
  private async takeInStopped({ spent }: QueuedRun): Promise<End> {
    const { file, most } = this.options;
    const end = await this.follow();
    if (end !== 'budget') return end;
    const { open } = openEpisodes(file);
    if (open.length === 0) return 'done';
    return most === null ? end : this.queue(open, spent);
  }

  /** Nothing is open in the file: what of the run is in the queue still is taken out. */
  private async leave(): Promise<End> {
    const { postgres, run } = this.options;
    const [known] = await readRuns(postgres.query, run);
    if (known === undefined) return 'done';
    await stopRun(postgres.query, run, 'canceled');
    const end = await this.follow();
    return end === 'left' ? end : 'done';
  }

  /** Takes in what is over, until all is, or the run was stopped, or this process is to end. */
  private async follow(): Promise<End> {
    const { postgres, run, signal, watch } = this.options;
    while (!signal.aborted) {
      const drained = await this.drain({ unfinished: false });
      if (drained > 0) continue;
      const [now] = await readRuns(postgres.query, run);
      if (now === undefined) return 'canceled';
      if (isTakenIn(now)) {
        while ((await this.drain({ unfinished: now.state !== 'playing' })) > 0);
        await deleteRun(postgres.query, run);
        return now.state === 'playing' ? 'done' : now.state;
      }
      await this.look(now.waiting + now.playing);
      await watch.look();
      await this.recover();
      await wait(lookEveryMs, undefined, { signal }).catch(() => {});
    }
    return 'left';
  }

  /** Nothing of toolemu leaves such tasks behind; somebody who changes the database may. */
  private async recover(): Promise<void> {
    const { postgres, run } = this.options;
    const now = performance.now();
    if (now - this.recoveredAt < recoverEveryMs) return;
    await recoverTasks(postgres.query, run);
    this.recoveredAt = now;
  }

  /** Takes tasks into the run file, and deletes them from the database. Gives how many they were. */
  private async drain({ unfinished }: { readonly unfinished: boolean }): Promise<number> {
    const { postgres, run } = this.options;
    const tasks = await tasksToDrain(postgres.query, run, { most: tasksAtOnce, unfinished });
    for (const task of tasks) this.take(task);
    if (tasks.length > 0)
      await markDrained(
        postgres,
        run,
        tasks.map(({ task }) => task),
      );
    return tasks.length;
  }

  private take({ calls, episodes, plans, reason }: TaskToDrain): void {
    const { file, onEvent } = this.options;
    for (const call of calls) {
      if (file.find(call.key) !== undefined) continue;
      file.add(call);
      onEvent({ type: 'call-end', role: call.role, model: call.model, usage: call.reply.usage });
    }
    const played = new Map(episodes.map((episode) => [episode.plan.id, episode]));
    for (const plan of plans) {
      const episode = played.get(plan.id) ?? nothingPlayed(plan);
      if (isOver(episode)) this.keep(episode);
      else if (reason !== null) this.keep(setAside(plan, reason));
    }
  }

  private keep(episode: StoredEpisode & Over): void {
    const { file, onEvent } = this.options;
    // It was taken in before, by a process that ended before it could say so.
    if (isSame(file.storedEpisode(episode.plan.id), episode)) return;
    const { plan, steps, outcome, source, evaluations, verdict } = episode;
    const whole = {
      plan,
      trajectory: { steps, outcome, ...(source === undefined ? {} : { source }) },
      evaluations,
      verdict,
    };
    this.addEpisode(whole);
    const events: RunEvent[] = [
      { type: 'trajectory-end', plan, outcome },
      { type: 'episode-end', episode: whole },
    ];
    events.forEach(onEvent);
  }

  /** Shares the tasks out among the workers there are, and says where there are none. */
  private async look(left: number): Promise<void> {
    const { postgres, run, version, file, engine, onNote } = this.options;
    const workers = await liveWorkers(postgres.query, version);
    if (workers !== this.workers) {
      if (workers === 0)
        onNote(`no worker of toolemu ${version} is there: start some with \`toolemu worker\`, on any machine`);
      else onNote(workers === 1 ? '1 worker is there' : `${workers} workers are there`);
    }
    this.workers = workers;
    for (const reason of await failuresOfWorkers(postgres.query, version, run)) {
      if (this.told.has(reason)) continue;
      this.told.add(reason);
      onNote(`a worker ended: ${reason}`);
    }
    const { length: agents } = file.manifest.config.agents;
    await seeRun(
      postgres.query,
      run,
      tasksPerWorker({ left, workers, agents, calls: engine.concurrency ?? startLimit }),
    );
  }
}

type Over = {
  readonly outcome: NonNullable<StoredEpisode['outcome']>;
  readonly verdict: NonNullable<StoredEpisode['verdict']>;
};

function isOver(episode: StoredEpisode): episode is StoredEpisode & Over {
  return episode.outcome !== null && episode.verdict !== null;
}

/** Whether all that can be taken in of a run is. */
function isTakenIn({ state, drained, waiting, playing, over }: QueuedRun): boolean {
  return drained === waiting + playing + over || (state !== 'playing' && playing === 0);
}

function isSame(one: StoredEpisode | undefined, other: StoredEpisode): boolean {
  const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));
  return isDeepStrictEqual(plain(one), plain(other));
}

function nothingPlayed(plan: EpisodePlan): StoredEpisode {
  return { plan, steps: [], outcome: null, source: undefined, evaluations: [], verdict: null };
}

/** How many tasks a worker may have at a time: enough for its calls in flight, and no more than its part of what is left. */
function tasksPerWorker({
  left,
  workers,
  agents,
  calls,
}: {
  readonly left: number;
  readonly workers: number;
  readonly agents: number;
  readonly calls: number;
}): number {
  const wanted = Math.ceil((episodesPerCall * calls) / agents);
  const part = Math.ceil(left / Math.max(1, workers));
  const least = Math.ceil(calls / agents);
  return Math.max(1, Math.min(wanted, Math.max(least, part)));
}

/** An episode with which workers kept being lost, or at which they failed. */
function setAside(plan: EpisodePlan, message: string): StoredEpisode & Over {
  const outcome = { kind: 'error', code: 'infrastructure', message } as const;
  const verdict = decideVerdict({ trajectory: { steps: [], outcome }, evaluations: [] });
  return { ...nothingPlayed(plan), outcome, verdict };
}

/** Open episodes by their case and epoch, with the calls that the file holds of these: they are not paid for again. */
function tasksOf(open: readonly EpisodePlan[], file: RunFile): NewTask[] {
  const taskOf = ({ caseId, epoch }: EpisodePlan): string => JSON.stringify([caseId, epoch]);
  const related = Map.groupBy(plansOf(file.manifest), taskOf);
  return [...Map.groupBy(open, taskOf)].map(([name, plans]) => ({
    plans,
    calls: (related.get(name) ?? []).flatMap(({ id }) => [...file.calls({ episode: id })]),
  }));
}
