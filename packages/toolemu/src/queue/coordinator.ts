import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { DBOSClient } from '@dbos-inc/dbos-sdk';
import pLimit from 'p-limit';
import type { EpisodePlan, OnEvent, RunEvent } from '../contract/index.ts';
import { decideVerdict } from '../evaluator/index.ts';
import { startLimit } from '../model/index.ts';
import { openEpisodes, type RunResult, spentOn } from '../run/index.ts';
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
  seeRun,
  setMost,
  stopRun,
  taskNumbers,
  type TaskToDrain,
  tasksToDrain,
} from '../store/postgres/index.ts';
import { connectEngine, leaveEngine, prepareEngine, queueOf, runIdOf, workflowName, workflowOf } from './engine.ts';
import { Watch } from './presence.ts';

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
const stoppedBy = { done: null, budget: 'budget', cancelled: 'interrupted', left: 'interrupted' } as const;

type End = keyof typeof stoppedBy;

const lookEveryMs = 500;
const tasksAtOnce = 20;
/** Statements under way while a run is given to the engine. */
const givenAtOnce = 8;
/** Episodes that stay open for each call that may be in flight, as on one machine. */
const episodesPerCall = 8;
/** How long nothing is played, while there are tasks and workers, until it is looked what became of the tasks. */
const idleMs = 5000;
/** Tasks that the engine is asked about at a time. */
const askedAtOnce = 500;
/** How long a worker waits between two looks for work, at least. */
const pollEveryMs = 200;

/**
 * Has the workers of a queue play what is open of a run file, and takes what they played into it. It is the only writer
 * of the file, and may end and come back at any time. When all is there, nothing of the run is left in the database.
 */
export async function coordinate(options: CoordinatorOptions): Promise<Coordinated> {
  const { url, file, patience, onNote } = options;
  await using postgres = await Postgres.open(url, {
    onAnswering: (isAnswering, reason) =>
      onNote(isAnswering ? 'the database answers again' : `the database does not answer (${reason}): waiting for it`),
  });
  await prepareTables(postgres);
  await prepareEngine(postgres);
  const engine = await connectEngine(postgres);
  try {
    const watch = new Watch(postgres, engine, patience);
    return await new Coordinator({ ...options, postgres, client: engine, watch, run: runIdOf(file.manifest) }).play();
  } finally {
    await engine.destroy();
  }
}

type Options = CoordinatorOptions & {
  readonly postgres: Postgres;
  readonly client: DBOSClient;
  readonly watch: Watch;
  readonly run: string;
};

class Coordinator {
  private readonly options: Options;
  private workers = -1;
  private atOnce = 0;
  /** Failures of workers that were told. */
  private readonly told = new Set<string>();

  constructor(options: Options) {
    this.options = options;
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

  /** Puts the run into the queue, or finds it there. */
  private async begin(open: readonly EpisodePlan[]): Promise<End> {
    const { postgres, run, version, file, engine, most, onNote } = this.options;
    const [known] = await readRuns(postgres.query, run);
    if (known?.state === 'budget') {
      // What was played under the old budget is taken in first; the rest is queued anew.
      const end = await this.follow();
      const { open: rest } = openEpisodes(file);
      if (end !== 'budget') return end;
      return rest.length > 0 ? this.begin(rest) : 'done';
    }
    if (known === undefined) {
      const tasks = tasksOf(open, file);
      await addRun(postgres, {
        id: run,
        name: file.path,
        version,
        manifest: file.manifest,
        engine,
        most,
        spent: spentOn(file),
        tasks,
      });
      onNote(`${tasks.length} tasks are in the queue, each a case with all its agents: run ${run}`);
    } else {
      this.refuseOther(known);
      onNote(`run ${run} is in the queue: going on with it`);
      if (most !== null) await setMost(postgres.query, run, most);
    }
    await this.give(await taskNumbers(postgres.query, run, { unplayed: true }));
    return this.follow();
  }

  /** A run in the queue goes on as it was put there. */
  private refuseOther({ version: of, most: allowed }: QueuedRun): void {
    const { run, version, most } = this.options;
    if (of !== version)
      throw new QueueError(
        `this run is in the queue for workers of toolemu ${of}, and this is ${version}: go on with that version, or take it out with \`toolemu queue cancel ${run}\``,
      );
    if (allowed === null && most !== null)
      throw new QueueError(
        `this run is in the queue without --max-cost, and what its workers spent was not counted: take it out with \`toolemu queue cancel ${run}\`, go on without --max-cost to take in what was played, and then with it`,
      );
  }

  /** Nothing is open in the file: what of the run is in the queue still is taken out. */
  private async leave(): Promise<End> {
    const { postgres, run } = this.options;
    const [known] = await readRuns(postgres.query, run);
    if (known === undefined) return 'done';
    await stopRun(postgres.query, run, 'cancelled');
    const end = await this.follow();
    return end === 'left' ? end : 'done';
  }

  /** Gives tasks to the engine; one that it has already stays as it is. */
  private async give(tasks: readonly number[]): Promise<void> {
    const { postgres, client, run, version, signal } = this.options;
    await this.look(tasks.length);
    const limit = pLimit(givenAtOnce);
    const give = async (task: number): Promise<void> => {
      // What is not given now is given when the run goes on.
      if (signal.aborted) return;
      if (task % askedAtOnce === 0) await seeRun(postgres.query, run);
      const workflow = { workflowName, workflowID: workflowOf({ run, task }), appVersion: version };
      await postgres.patiently(() => client.enqueue({ queueName: queueOf(run), ...workflow }, run, task));
    };
    await Promise.all(tasks.map((task) => limit(give, task)));
  }

  /** Gives tasks again that nobody plays and that the engine takes for played, or for somebody's: it lost sight of them. */
  private async repair(): Promise<void> {
    const { postgres, client, run } = this.options;
    const tasks = await taskNumbers(postgres.query, run, { unplayed: true });
    for (let from = 0; from < tasks.length; from += askedAtOnce) {
      const asked = new Map(tasks.slice(from, from + askedAtOnce).map((task) => [workflowOf({ run, task }), task]));
      const found = await postgres.patiently(() => client.listWorkflows({ workflowIDs: [...asked.keys()] }));
      const idsIn = (of: (status: string) => boolean): string[] =>
        found.filter(({ status }) => of(status)).map(({ workflowID }) => workflowID);
      const begun = idsIn((status) => status === 'PENDING');
      if (begun.length > 0) await postgres.patiently(() => client.resumeWorkflows(begun, { queueName: queueOf(run) }));
      const ended = idsIn((status) => status !== 'PENDING' && status !== 'ENQUEUED');
      await postgres.patiently(() => client.deleteWorkflows(ended));
      const known = new Set(idsIn((status) => status === 'PENDING' || status === 'ENQUEUED'));
      await this.give([...asked].flatMap(([id, task]) => (known.has(id) ? [] : [task])));
    }
  }

  /** Takes in what is over, until all is, or the run was stopped, or this process is to end. */
  private async follow(): Promise<End> {
    const { postgres, run, signal, watch } = this.options;
    let playedAt = performance.now();
    while (!signal.aborted) {
      const drained = await this.drain({ unfinished: false });
      if (drained > 0) continue;
      const [now] = await readRuns(postgres.query, run);
      if (now === undefined) return 'cancelled';
      const isStopped = now.state !== 'playing';
      if (now.drained === now.waiting + now.playing + now.over || (isStopped && now.playing === 0)) {
        while ((await this.drain({ unfinished: isStopped })) > 0);
        await this.clean();
        return now.state === 'playing' ? 'done' : now.state;
      }
      await seeRun(postgres.query, run);
      await this.look(now.waiting + now.playing);
      await watch.look();
      if (now.playing > 0 || this.workers === 0 || isStopped) playedAt = performance.now();
      if (performance.now() - playedAt > idleMs) {
        await this.repair();
        playedAt = performance.now();
      }
      await wait(lookEveryMs, undefined, { signal }).catch(() => {});
    }
    return 'left';
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
    file.addEpisode(whole);
    const events: RunEvent[] = [
      { type: 'trajectory-end', plan, outcome },
      { type: 'episode-end', episode: whole },
    ];
    events.forEach(onEvent);
  }

  /** Shares the tasks out among the workers there are, and says where there are none. */
  private async look(left: number): Promise<void> {
    const { postgres, run, version, onNote } = this.options;
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
    await this.share(left);
  }

  /** How many tasks a worker may have at a time: enough for its calls, and no more than its part of what is left. */
  private async share(left: number): Promise<void> {
    const { postgres, client, run, file, engine } = this.options;
    const agents = file.manifest.config.agents.length;
    const wanted = Math.ceil((episodesPerCall * (engine.concurrency ?? startLimit)) / agents);
    const part = Math.ceil(left / Math.max(1, this.workers));
    const least = Math.ceil((engine.concurrency ?? startLimit) / agents);
    const atOnce = Math.max(1, Math.min(wanted, Math.max(least, part)));
    if (atOnce === this.atOnce) return;
    this.atOnce = atOnce;
    const settings = {
      workerConcurrency: atOnce,
      minPollingIntervalMs: pollEveryMs,
      onConflict: 'always_update',
    } as const;
    await postgres.patiently(() => client.registerQueue(queueOf(run), settings));
  }

  /** Leaves nothing of the run in the database. */
  private async clean(): Promise<void> {
    const { postgres, client, run } = this.options;
    await postgres.patiently(() => leaveEngine(client, postgres.query, run));
    await deleteRun(postgres.query, run);
  }
}

type Over = {
  readonly outcome: NonNullable<StoredEpisode['outcome']>;
  readonly verdict: NonNullable<StoredEpisode['verdict']>;
};

function isOver(episode: StoredEpisode): episode is StoredEpisode & Over {
  return episode.outcome !== null && episode.verdict !== null;
}

function isSame(one: StoredEpisode | undefined, other: StoredEpisode): boolean {
  const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));
  return isDeepStrictEqual(plain(one), plain(other));
}

function nothingPlayed(plan: EpisodePlan): StoredEpisode {
  return { plan, steps: [], outcome: null, source: undefined, evaluations: [], verdict: null };
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
