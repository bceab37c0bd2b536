import { ModelError, type ModelErrorKind, type ModelReply } from '../../contract/index.ts';
import { IncompleteReply } from '../providers/model-reply.ts';
import { sleep } from './sleep.ts';
import type { CallableModel, ModelCall } from './model-call.ts';

/** How patiently a call is tried again. Times are in milliseconds. */
export interface RetryOptions {
  /** Calls in all, the first included. */
  readonly attempts: number;
  /** Calls in all to an endpoint that cannot be reached and has never answered. */
  readonly attemptsUnanswered: number;
  /** Maximum number of calls if replies are incomplete: each one costs money, and some models repeat the same reply. */
  readonly attemptsIncomplete: number;
  /** Longest first wait; it doubles with each attempt. */
  readonly baseMs: number;
  /** Longest wait that is not the endpoint's own wish. */
  readonly capMs: number;
  /** Longest wait in all. Time at the gate, where a call waits for its turn, does not count. */
  readonly totalMs: number;
  /** Once it is aborted nothing is tried again, and a wait ends; a call under way goes on. */
  readonly stop?: AbortSignal | undefined;
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  readonly random: () => number;
}

const defaults: RetryOptions = {
  attempts: 9,
  attemptsUnanswered: 3,
  attemptsIncomplete: 4,
  baseMs: 500,
  capMs: 60_000,
  totalMs: 900_000,
  sleep,
  random: Math.random,
};

/**
 * Retries a call after temporary failures, with full jitter, or after the wait that the endpoint requests. After two
 * blank replies the request says so: some models end their turn without a word each time they get the same request.
 */
export function withRetry(model: CallableModel, options: Partial<RetryOptions> = {}): CallableModel {
  const policy = { ...defaults, ...options };
  let answered = false;
  return {
    name: model.name,
    async generate(request) {
      let waited = 0;
      let blanks = 0;
      for (let attempt = 1; ; attempt += 1) {
        try {
          const isNotified = blanks >= maxBlankReplies;
          const toReply = (reply: ModelReply): ModelReply => repeated(reply, { retries: attempt - 1, isNotified });
          const reply = await model.generate(
            withKeptReply(isNotified ? withBlankReplyNotice(request) : request, toReply),
          );
          answered = true;
          return toReply(reply);
        } catch (error) {
          if (!(error instanceof ModelError) || !passing.has(error.kind)) {
            throw error;
          }
          if (error.cause instanceof IncompleteReply && error.cause.isBlank) blanks += 1;
          answered ||= error.kind === 'incomplete' || (error.status !== null && error.status >= 400);
          const { stop } = policy;
          const maxCalls = maxAttempts(error, { answered, policy });
          const delay = delayAfter(error, attempt, policy);
          waited += delay;
          if (isAborted(stop) || attempt >= maxCalls || waited > policy.totalMs) {
            throw attempt === 1 ? error : gaveUp(error, attempt);
          }
          await policy.sleep(delay, anyOf(request.signal, stop));
          request.signal?.throwIfAborted();
          if (isAborted(stop)) throw error;
        }
      }
    },
  };
}

function maxAttempts(
  { kind }: ModelError,
  { answered, policy }: { readonly answered: boolean; readonly policy: RetryOptions },
): number {
  if (kind === 'incomplete') return Math.min(policy.attempts, policy.attemptsIncomplete);
  return answered ? policy.attempts : Math.min(policy.attempts, policy.attemptsUnanswered);
}

/** Blank replies to the same request before the next request mentions them. */
const maxBlankReplies = 2;

/** A request that stores its reply in the returned form. */
function withKeptReply(request: ModelCall, toReply: (reply: ModelReply) => ModelReply): ModelCall {
  const { keep } = request;
  return keep === undefined ? request : { ...request, keep: (reply) => keep(toReply(reply)) };
}

/** Adds the number of retries to a reply, and whether the request mentioned the blank replies. */
function repeated(
  reply: ModelReply,
  { retries, isNotified }: { readonly retries: number; readonly isNotified: boolean },
): ModelReply {
  if (retries === 0) return reply;
  return { ...reply, retries, ...(isNotified ? { sent: { ...reply.sent, blankReplyNotice: true } } : {}) };
}

function withBlankReplyNotice(request: ModelCall): ModelCall {
  return {
    ...request,
    messages: [
      ...request.messages,
      { role: 'assistant', content: '(nothing)' },
      { role: 'user', content: 'Your last reply could not be used: it is blank. Reply again in the format described.' },
    ],
  };
}

function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

function anyOf(...signals: (AbortSignal | undefined)[]): AbortSignal | undefined {
  const given = signals.filter((signal) => signal !== undefined);
  return given.length > 1 ? AbortSignal.any(given) : given[0];
}

const passing: ReadonlySet<ModelErrorKind> = new Set<ModelErrorKind>([
  'rate-limit',
  'overloaded',
  'network',
  'timeout',
  'incomplete',
]);

/** Jitter comes on top of the endpoint's wish, so that not all callers return at once. */
function delayAfter({ retryAfterMs }: ModelError, attempt: number, { baseMs, capMs, random }: RetryOptions): number {
  const jitter = random() * Math.min(capMs, baseMs * 2 ** (attempt - 1));
  return retryAfterMs === null ? jitter : retryAfterMs + Math.min(jitter, baseMs);
}

function gaveUp(error: ModelError, attempts: number): ModelError {
  const { kind, model, status, retryAfterMs, usage } = error;
  return new ModelError(`${error.message} (after ${attempts} attempts)`, {
    kind,
    model,
    status,
    retryAfterMs,
    usage,
    cause: error,
  });
}
