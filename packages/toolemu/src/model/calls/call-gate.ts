import PQueue from 'p-queue';
import { ModelError, type ModelReply } from '../../contract/index.ts';
import { adaptiveLimit, type CallLimit, fixedLimit } from './call-limit.ts';
import { mostTokens } from './budget.ts';
import { sleep } from './sleep.ts';
import type { CallableModel, ModelCall } from './model-call.ts';

/** Keeps a rate: says when the next may begin. Times are in milliseconds. */
interface Pace {
  /** Takes a turn of this weight; gives the time to wait before it. */
  take(weight: number, now: number): number;
  /** Corrects the weight of a turn taken, once more is known. */
  correct(weight: number): void;
}

/** How fast an endpoint may be asked. */
export interface CallRate {
  /** Calls in flight; learned from the endpoint's answers where it is not said. */
  readonly concurrency?: number | undefined;
  readonly requestsPerMinute?: number | undefined;
  /** Tokens in and out together. */
  readonly tokensPerMinute?: number | undefined;
  /** How much of the rate is this process's own, from 0 to 1, where others ask the same endpoint; all of it by default. */
  readonly part?: (() => number) | undefined;
}

/** The calls to one endpoint: as many at a time as it bears, those of the least advanced episodes first. */
export interface CallGate {
  /** Calls that may be in flight now. */
  readonly limit: number;
  /**
   * Has the model's calls pass the gate, each attempt by itself: once it is ready to be sent it waits for a place, which is
   * given to another when the reply is kept. So no more answers can be lost than calls may be in flight.
   */
  through(model: CallableModel): CallableModel;
}

/** Calls in flight while nothing is known of an endpoint. */
export const startLimit = 8;
/** More than any endpoint was seen to serve one key; each waiting call costs memory. */
const mostLimit = 256;
/** So many refusals in a row, or half the calls in flight, and the endpoint is left alone for a while. */
const fewestRefusals = 3;
const longestPauseMs = 60_000;
const firstPauseMs = 1000;
/** Turns of the event loop that an answer waits for at most, while calls begin in each of them. */
const mostTurns = 16;
/** Of a usual prompt. */
const bytesPerToken = 4;

export interface CallGateOptions extends CallRate {
  /** Once it is aborted no waiting call begins. */
  readonly stop?: AbortSignal | undefined;
  /** The most a limit that is learned may come to. */
  readonly most?: number | undefined;
  readonly onLimit?: ((limit: number) => void) | undefined;
}

export function createCallGate(options: CallGateOptions = {}): CallGate {
  const { concurrency, requestsPerMinute, tokensPerMinute, part, most = mostLimit, stop, onLimit } = options;
  const limit: CallLimit =
    concurrency === undefined ? adaptiveLimit({ start: Math.min(startLimit, most), most }) : fixedLimit(concurrency);
  const requests = requestsPerMinute === undefined ? null : paceOf(requestsPerMinute, part);
  const tokens = tokensPerMinute === undefined ? null : paceOf(tokensPerMinute, part);
  const queue = new PQueue({ concurrency: limit.value });
  let begun = 0;
  const ownTurn = createTurns();
  const pause = createPause({ queue, stop, patience: () => Math.max(fewestRefusals, limit.value / 2) });

  function adapt(): void {
    if (queue.concurrency === limit.value) return;
    queue.concurrency = limit.value;
    onLimit?.(limit.value);
  }

  function onAnswered({ inFlight, hadToWait, tokensGuessed }: Place, { usage }: ModelReply): void {
    // Where the rate holds calls up, more in flight would be of no use.
    limit.answered(inFlight, queue.size > 0 && !hadToWait);
    pause.answered();
    adapt();
    tokens?.correct(usage.inputTokens + usage.outputTokens - tokensGuessed);
  }

  function onFailed({ inFlight }: Place, error: unknown): void {
    if (!(error instanceof ModelError) || !(isRefusal(error) || isOvertime(error))) return;
    limit.refused(inFlight);
    if (isRefusal(error)) pause.refused(error.retryAfterMs);
    adapt();
  }

  return {
    get limit() {
      return limit.value;
    },
    through: (model) => ({
      name: model.name,
      async generate(request) {
        // One call is made ready at a time: the first are sent while others wait.
        await ownTurn();
        let place: Place | undefined;
        const begin = async (): Promise<void> => {
          await request.begin?.();
          place ??= await enter(request);
        };
        let reply: ModelReply;
        try {
          reply = await model.generate({ ...request, begin });
          if (place !== undefined) onAnswered(place, reply);
          await request.keep?.(reply);
        } catch (error) {
          if (place !== undefined) onFailed(place, error);
          throw error;
        } finally {
          place?.leave();
        }
        await othersOnTheirWay();
        return reply;
      },
    }),
  };

  /** Waits for a place among the calls in flight. It is held until it is left. */
  function enter(request: ModelCall): Promise<Place> {
    const { promise, resolve, reject } = Promise.withResolvers<Place>();
    const left = Promise.withResolvers<void>();
    const hold = async (): Promise<void> => {
      const tokensGuessed = tokens === null ? 0 : mostTokens(request) / bytesPerToken;
      const delay = (await turn(requests, 1)) + (await turn(tokens, tokensGuessed));
      stop?.throwIfAborted();
      begun += 1;
      resolve({ inFlight: queue.pending, hadToWait: delay > 0, tokensGuessed, leave: left.resolve });
      await left.promise;
    };
    queue.add(hold, { priority: -(request.progress ?? 0) }).catch(reject);
    return promise;
  }

  async function turn(pace: Pace | null, weight: number): Promise<number> {
    const delay = pace?.take(weight, Date.now()) ?? 0;
    if (delay > 0) await sleep(delay, stop);
    return delay;
  }

  /**
   * Lets the calls that took the places of answered ones be sent before anything is made of the answers: undici writes to a
   * connection that was idle one turn of the event loop after it is asked to.
   */
  async function othersOnTheirWay(): Promise<void> {
    let seen = -1;
    for (let turns = 0; seen !== begun && turns < mostTurns; turns += 2) {
      seen = begun;
      await nextTurn();
      await nextTurn();
    }
  }
}

/** The place of a call among those in flight. */
interface Place {
  /** Calls in flight when it began, itself included. */
  readonly inFlight: number;
  /** Whether the rate held it up. */
  readonly hadToWait: boolean;
  readonly tokensGuessed: number;
  leave(): void;
}

/** Whether an endpoint refused a call for there being too many. */
function isRefusal({ kind, status }: ModelError): boolean {
  return kind === 'rate-limit' || status === 503 || status === 529;
}

/** Whether a call waited too long. Servers of open models refuse none: they queue all, and the last wait the longest. */
function isOvertime({ kind, status }: ModelError): boolean {
  return kind === 'timeout' || status === 504;
}

/**
 * Leaves an endpoint alone that refuses call after call, for as long as it asks (a minute at most) or twice as long each
 * time. Calls that wait it out learn of a stop at once.
 */
function createPause({
  queue,
  stop,
  patience,
}: {
  queue: PQueue;
  stop: AbortSignal | undefined;
  /** Refusals in a row. */
  patience: () => number;
}): { answered(): void; refused(retryAfterMs: number | null): void } {
  let inRow = 0;
  let pauses = 0;
  return {
    answered() {
      inRow = 0;
      pauses = 0;
    },
    refused(retryAfterMs) {
      inRow += 1;
      if (inRow < patience() || queue.isPaused || stop?.aborted === true) return;
      const pauseMs = Math.min(longestPauseMs, retryAfterMs ?? firstPauseMs * 2 ** pauses);
      pauses += 1;
      inRow = 0;
      queue.pause();
      void sleep(pauseMs, stop).then(() => queue.start());
    },
  };
}

/**
 * At most this much a minute, spread evenly: each turn moves the next by its share of the minute. `part` is how much of
 * it is this process's own, from 0 to 1.
 */
export function paceOf(perMinute: number, part: () => number = () => 1): Pace {
  const share = (): number => 60_000 / (perMinute * part());
  let next = 0;
  return {
    take(weight, now) {
      const start = Math.max(now, next);
      next = start + weight * share();
      return start - now;
    },
    correct(weight) {
      next += weight * share();
    },
  };
}

/** Gives each who asks a turn of the event loop of its own, in the order in which they ask. */
export function createTurns(): () => Promise<void> {
  let last = Promise.resolve();
  return () => {
    last = last.then(nextTurn);
    return last;
  };
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
