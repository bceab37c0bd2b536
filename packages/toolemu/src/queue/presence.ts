import { setTimeout as wait } from 'node:timers/promises';
import { parametersIn } from '../contract/index.ts';
import { beat, type Heard, type Postgres } from '../store/postgres/index.ts';

/** A worker that cannot go on: it lacks a key, say. The message says what to do. */
export class WorkerError extends Error {
  override readonly name = 'WorkerError';
  /** The parameters that the message names. */
  readonly parameters = parametersIn(this.message);
}

/** Heartbeats in the time after which a worker is taken for gone. */
const beatsInPatience = 10;
/** Of its patience: a worker that could not say for so long that it lives begins no call. */
const calmPart = 0.5;
/** Of its patience: so long it waits for the database to hear it, and then says it again. */
const answerPart = 0.2;

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
    const heard = await beat(postgres.within(1000 * patience * answerPart), { worker, calls: calls() });
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
