import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { type EpisodePlan, messageOf, type RoleModel } from '../contract/index.ts';
import { createModels, type Environment, type Models } from '../model/index.ts';
import { withoutCredentials } from '../platform/index.ts';
import { modelsIn, playRun } from '../run/index.ts';
import {
  beat,
  endLease,
  enterWorker,
  type Heard,
  type HeldTask,
  LeaseLostError,
  leaveWorker,
  Postgres,
  PostgresStore,
  prepareTables,
  readRunToPlay,
  runsToTakeFrom,
  type RunToPlay,
  takeTasks,
} from '../store/postgres/index.ts';
import { createPresence, type Presence, repeat, WorkerError } from './presence.ts';
import { sharedBudget } from './shared-funds.ts';
import { Watch } from './watch.ts';

export interface WorkerOptions {
  /** Address of the queue's database. */
  readonly url: string;
  /** What the runs it plays must have been begun with. */
  readonly version: string;
  /** Where the keys of providers are. */
  readonly env: Environment;
  /** The addresses that runs name and that may get keys. */
  readonly allowAddresses: readonly string[];
  /** Seconds without a heartbeat after which its tasks are given to others. */
  readonly heartbeatTimeout: number;
  /** Once it is aborted the worker gives back what it plays, and ends. */
  readonly signal: AbortSignal;
  /** Whether it ends once no run of its version is in the queue. */
  readonly untilEmpty?: boolean;
  /** Told what a person may want to know. */
  readonly onNote: (note: string) => void;
}

/** A run whose tasks a worker plays. */
interface Playing extends RunToPlay {
  readonly models: Models;
  readonly stop: AbortController;
}

/** Connections of a worker for what it plays, at most. */
const connections = 4;
/** How soon a worker looks for tasks again once it has found some, or once one of its own has ended. */
const lookEveryMs = 200;
/** How often it looks otherwise. */
const idleLookEveryMs = 1000;

/**
 * Plays tasks of queued runs until it is stopped. Throws {@link WorkerError} where it cannot play a run that it is given,
 * and where it was taken for gone; what it played is then played by others.
 */
export async function work(options: WorkerOptions): Promise<void> {
  const { url, version, heartbeatTimeout, signal, onNote } = options;
  const worker = `${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`;
  await using postgres = await Postgres.open(url, { connections, onNote });
  await prepareTables(postgres);
  await enterWorker(postgres.query, { worker, version, patience: heartbeatTimeout });
  let reason: string | null = null;
  try {
    await new Worker({ ...options, worker, postgres }).play(signal);
  } catch (error) {
    reason = withoutCredentials(messageOf(error));
    throw error;
  } finally {
    await leaveWorker(postgres, worker, reason);
  }
}

class Worker {
  private readonly options: WorkerOptions & { worker: string; postgres: Postgres };
  private readonly runs = new Map<string, Promise<Playing | undefined>>();
  private readonly failed = Promise.withResolvers<never>();
  private readonly foreign = new Set<string>();
  private readonly stop = new AbortController();
  private readonly presence = Promise.withResolvers<Presence>();
  private shares: Heard['runs'] = new Map();
  /** What is played now, by its lease. */
  private readonly plays = new Map<string, Promise<void>>();
  /** Whether a task was found or has ended since the last look: the next one may find more. */
  private isLookDue = true;
  private calls = 0;

  constructor(options: WorkerOptions & { worker: string; postgres: Postgres }) {
    this.options = options;
    // It may fail when nothing waits for it any more.
    this.failed.promise.catch(() => {});
  }

  async play(signal: AbortSignal): Promise<void> {
    const { version, worker, postgres, heartbeatTimeout, onNote } = this.options;
    const done = Promise.withResolvers<void>();
    signal.addEventListener('abort', () => done.resolve(), { once: true });
    const presence = await this.appear(done.resolve);
    onNote(`worker ${worker} plays runs of toolemu ${version}`);
    const watch = new Watch(postgres, heartbeatTimeout);
    const watching = repeat(() => watch.look(), { patience: heartbeatTimeout, signal: this.stop.signal }).catch(
      this.failed.reject,
    );
    const taking = this.lookForTasks().catch(this.failed.reject);
    try {
      if (!signal.aborted) await Promise.race([done.promise, this.failed.promise]);
    } finally {
      this.stop.abort();
      await Promise.all([watching, taking]);
      // Calls under way are paid for: their answers are kept, where the tasks are this worker's still.
      if (!presence.gone.aborted) await Promise.allSettled(this.plays.values());
      await presence.stop();
    }
  }

  /** Says from now on that it lives. `onEmpty` is told when nothing is there that it can play, if it is to end then. */
  private async appear(onEmpty: () => void): Promise<Presence> {
    const { version, worker, postgres, heartbeatTimeout, untilEmpty } = this.options;
    const presence = await createPresence({
      postgres,
      worker,
      patience: heartbeatTimeout,
      calls: () => this.calls,
      onHeard: (runs) => {
        this.hear(runs);
        const isEmpty = [...runs.values()].every((one) => one.version !== version || one.workers === 0);
        if (untilEmpty !== true || !isEmpty) return;
        this.options.onNote('nothing that it can play is in the queue: it ends');
        onEmpty();
      },
    });
    presence.gone.addEventListener('abort', () => this.failed.reject(presence.gone.reason));
    this.presence.resolve(presence);
    return presence;
  }

  /** Runs that are not played any more are left; of those that other versions must play it is told once. */
  private hear(runs: Heard['runs']): void {
    this.shares = runs;
    for (const [id, { name, version }] of runs) {
      if (version === this.options.version || this.foreign.has(id)) continue;
      this.foreign.add(id);
      this.options.onNote(`${name} waits for workers of toolemu ${version}: it is not played here`);
    }
    for (const [id, playing] of this.runs) {
      if (runs.has(id)) continue;
      this.runs.delete(id);
      void playing.then(
        (one) => one?.stop.abort(),
        () => {},
      );
    }
  }

  /** Takes tasks until the worker is stopped, as many at a time as their runs allow. */
  private async lookForTasks(): Promise<void> {
    const { postgres, worker, version } = this.options;
    const { signal } = this.stop;
    for (let idleMs = 0; !signal.aborted; idleMs += lookEveryMs) {
      await wait(lookEveryMs, undefined, { signal }).catch(() => {});
      if (signal.aborted || (!this.isLookDue && idleMs < idleLookEveryMs)) continue;
      this.isLookDue = false;
      idleMs = 0;
      for (const run of await runsToTakeFrom(postgres.query, { worker, version })) {
        const tasks = await takeTasks(postgres, { run, worker, known: [...this.plays.keys()] });
        for (const task of tasks) this.plays.set(task.lease, this.playTask(task));
        this.isLookDue ||= tasks.length > 0;
      }
    }
  }

  /** Plays a task to its end, or gives it back. */
  private async playTask(task: HeldTask): Promise<void> {
    try {
      await this.playUnderLease(task);
    } catch (error) {
      if (!(error instanceof LeaseLostError)) this.failed.reject(error);
    } finally {
      this.plays.delete(task.lease);
      this.isLookDue = true;
    }
  }

  private async playUnderLease(task: HeldTask): Promise<void> {
    const { postgres } = this.options;
    let signal = this.stop.signal;
    try {
      const run = await this.runOf(task.run);
      if (run === undefined) return;
      signal = AbortSignal.any([this.stop.signal, run.stop.signal]);
      const manifest = await run.manifestOf(task);
      const store = await PostgresStore.open({ postgres, hold: task, manifest });
      await this.playOn(store, { run, plans: task.plans, signal });
      await store.settled();
    } catch (error) {
      if (error instanceof LeaseLostError || error instanceof WorkerError) throw error;
      const reason = withoutCredentials(messageOf(error));
      await endLease(postgres, task, `failed: ${reason}`);
      return;
    }
    await endLease(postgres, task, signal.aborted ? 'given back' : 'done');
  }

  /** The loop is that of one machine. */
  private async playOn(
    store: PostgresStore,
    { run, plans, signal }: { run: Playing; plans: readonly EpisodePlan[]; signal: AbortSignal },
  ): Promise<void> {
    await playRun({
      file: store,
      // Who fills the queue starts nothing on this machine.
      allowCommands: [],
      models: () => run.models,
      plans,
      slots: { count: plans.length, onChange: () => {} },
      finishFirst: run.most !== null,
      signal,
      onEvent: (event) => {
        if (event.type === 'call-end') this.calls += 1;
      },
    });
  }

  private runOf(id: string): Promise<Playing | undefined> {
    const known = this.runs.get(id);
    if (known !== undefined) return known;
    const fresh = this.readRun(id);
    this.runs.set(id, fresh);
    const forget = (): void => void this.runs.delete(id);
    fresh.then((run) => run === undefined && forget(), forget);
    return fresh;
  }

  private async readRun(id: string): Promise<Playing | undefined> {
    const { postgres, worker, env } = this.options;
    const run = await readRunToPlay(postgres.query, id);
    if (run === undefined) return undefined;
    if (!this.shares.has(id)) this.hear((await beat(postgres.query, { worker, calls: this.calls })).runs);
    const { engine, most } = run;
    const stop = new AbortController();
    const ended = AbortSignal.any([stop.signal, this.stop.signal]);
    const models = createModels({
      env,
      allowAddresses: this.options.allowAddresses,
      rate: {
        concurrency: engine.concurrency ?? undefined,
        requestsPerMinute: engine.requestsPerMinute ?? undefined,
        tokensPerMinute: engine.tokensPerMinute ?? undefined,
        part: () => 1 / Math.max(1, this.shares.get(id)?.workers ?? 1),
      },
      // No call begins while the worker is not known to live.
      ready: async () => (await this.presence.promise).heard(ended),
      budget: most === null ? undefined : sharedBudget({ postgres, spender: { run: id, worker }, most, stop: ended }),
      timeoutMs: engine.timeout === null ? undefined : engine.timeout * 1000,
      stop: ended,
    });
    for (const model of modelsIn(run.config)) if (model !== null) refuseUnreachable(models, model);
    return { ...run, models, stop };
  }
}

function refuseUnreachable(models: Models, model: RoleModel): void {
  try {
    models.model(model);
  } catch (error) {
    throw new WorkerError(
      `this worker cannot play a run of the queue: ${(error as Error).message}. It ends, so that others play it; start it again where that is set`,
      { cause: error },
    );
  }
}
