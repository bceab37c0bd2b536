import { setTimeout as wait } from 'node:timers/promises';
import type { WorkflowStatus } from '@dbos-inc/dbos-sdk';
import { beat, type Heard, loseSilentWorkers, type Postgres, settleGoneWorkers } from '../store/postgres/index.ts';

/** What of the engine gives the tasks of a worker that is gone to others. */
export interface Resuming {
  listWorkflows(input: {
    status: 'PENDING';
    executorId: string;
  }): Promise<Pick<WorkflowStatus, 'workflowID' | 'queueName'>[]>;
  resumeWorkflows(ids: string[], options: { queueName: string }): Promise<unknown>;
}

/** A worker that cannot go on: it lacks a key, say. The message says what to do. */
export class WorkerError extends Error {
  override readonly name = 'WorkerError';
}

const giveTries = 3;

/** Heartbeats in the time after which a worker is taken for gone. */
const beatsInPatience = 10;
/** Of its patience: a worker that could not say for so long that it lives begins no call. */
const calmPart = 0.5;

/**
 * Takes workers for gone that were not heard of for their time, and gives their tasks to others. Who could not reach the
 * database itself does not judge others by that time: after a restart of the database everybody is heard of again.
 */
export class Watch {
  private readonly postgres: Postgres;
  private readonly engine: Resuming;
  private readonly patienceMs: number;
  private last = performance.now();
  private since = performance.now();

  constructor(postgres: Postgres, engine: Resuming, patience: number) {
    this.postgres = postgres;
    this.engine = engine;
    this.patienceMs = patience * 1000;
  }

  async look(): Promise<void> {
    const now = performance.now();
    if (now - this.last > this.patienceMs / 2) this.since = now;
    this.last = now;
    if (now - this.since > this.patienceMs) await loseSilentWorkers(this.postgres);
    await settleGoneWorkers(this.postgres, (worker) => giveAway(this.engine, worker));
  }
}

/** Has others play what a worker had begun. What is deleted meanwhile, with its run, is left out. */
export async function giveAway(engine: Resuming, worker: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await giveOnce(engine, worker);
      return;
    } catch (error) {
      if (tries === giveTries) throw error;
    }
  }
}

async function giveOnce(engine: Resuming, worker: string): Promise<void> {
  const begun = await engine.listWorkflows({ status: 'PENDING', executorId: worker });
  for (const [queueName, workflows] of Map.groupBy(begun, (one) => one.queueName)) {
    if (queueName !== undefined)
      await engine.resumeWorkflows(
        workflows.map(({ workflowID }) => workflowID),
        { queueName },
      );
  }
}

/** A worker that says again and again that it lives. */
export interface Presence {
  /** Waits until the worker was heard of a short time ago: only then a call may begin. */
  heard(signal: AbortSignal): Promise<void>;
  /** Aborted once the worker is taken for gone, and its tasks are played by others. */
  readonly gone: AbortSignal;
  stop(): Promise<void>;
}

/** Does something again and again until it is stopped, some times in the patience of a worker. */
export async function repeat(
  work: () => Promise<void>,
  { patience, signal }: { readonly patience: number; readonly signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted) {
    await wait((1000 * patience) / beatsInPatience, undefined, { signal }).catch(() => {});
    if (!signal.aborted) await work();
  }
}

/** Says that a worker lives. Throws {@link WorkerError} where it was taken for gone before. */
export async function createPresence({
  postgres,
  worker,
  patience,
  calls,
  onHeard,
}: {
  readonly postgres: Postgres;
  readonly worker: string;
  /** Seconds without a heartbeat after which it is taken for gone. */
  readonly patience: number;
  /** Calls that were answered so far. */
  readonly calls: () => number;
  readonly onHeard: (runs: Heard['runs']) => void;
}): Promise<Presence> {
  const gone = new AbortController();
  const stopped = new AbortController();
  const ended = AbortSignal.any([stopped.signal, gone.signal]);
  let heardAt = performance.now();
  let next = Promise.withResolvers<void>();

  async function sayOnce(): Promise<void> {
    const sentAt = performance.now();
    const heard = await beat(postgres.query, { worker, calls: calls() });
    if (heard.isGone) {
      gone.abort(new WorkerError('this worker ends: it was not heard of in time, and its cases were given to others'));
      return;
    }
    heardAt = sentAt;
    next.resolve();
    next = Promise.withResolvers();
    onHeard(heard.runs);
  }

  await sayOnce();
  gone.signal.throwIfAborted();
  const saying = repeat(sayOnce, { patience, signal: ended }).catch((error: unknown) => gone.abort(error));
  return {
    gone: gone.signal,
    async heard(signal) {
      while (performance.now() - heardAt > 1000 * patience * calmPart) {
        signal.throwIfAborted();
        await Promise.race([next.promise, aborted(signal), aborted(gone.signal)]);
        gone.signal.throwIfAborted();
      }
    },
    async stop() {
      stopped.abort();
      await saying;
    },
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (signal.aborted) resolve();
  else signal.addEventListener('abort', () => resolve(), { once: true });
  return promise;
}
