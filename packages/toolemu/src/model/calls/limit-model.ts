import { type LanguageModel, type ModelReply, type ModelRequest, modelReplySchema } from '../../contract/index.ts';
import type { Budget } from './budget.ts';
import type { CallGate } from './call-gate.ts';
import type { CallableModel } from './model-call.ts';
import { toModelError } from '../providers/model-errors.ts';
import { withEstimatedUsage } from '../providers/read-usage.ts';
import { type RetryOptions, withRetry } from './with-retry.ts';
import { withoutRefusedParameters } from '../providers/without-refused-parameters.ts';

/** What holds the calls of a model within limits. */
export interface ModelLimitOptions {
  readonly retry?: Partial<RetryOptions> | undefined;
  readonly gate?: CallGate | undefined;
  readonly budget?: Budget | undefined;
  /** Waited for before each call is sent; what it throws is thrown in its place. */
  readonly ready?: (() => Promise<void>) | undefined;
}

/** Connections by the models that were made of them, so that a limited model is limited anew and not twice. */
const connections = new WeakMap<LanguageModel, CallableModel>();

/**
 * Holds a model of the user's to the limits of a run as a built-in one: its requests wait for the gate, reserve their cost
 * and are retried, although the model knows nothing of that. It gets the fields of `ModelRequest` and no hook. A model
 * that ignores `signal` is abandoned after `timeoutMs`; one that reports no token usage is charged for an estimate.
 * Throws a `RangeError` if there is a budget and the price of the model is not known.
 */
export function limitModel(
  model: LanguageModel,
  {
    name = model.name,
    timeoutMs = 600_000,
    ...limits
  }: ModelLimitOptions & { readonly name?: string; readonly timeoutMs?: number | undefined },
): LanguageModel {
  const connection = connections.get(model) ?? connectOwn(model, { name, timeoutMs });
  return limitConnection({ name, generate: (call) => connection.generate(call) }, limits);
}

/** Holds a connection, which honors the hooks of its calls, to limits. */
export function limitConnection(
  connection: CallableModel,
  { retry, gate, budget, ready }: ModelLimitOptions,
): LanguageModel {
  const bare = ready === undefined ? connection : onceReady(connection, ready);
  const accepted = withoutRefusedParameters(budget === undefined ? bare : budget.on(bare));
  const limited = withRetry(gate === undefined ? accepted : gate.through(accepted), retry);
  connections.set(limited, connection);
  return limited;
}

/** A model that knows no hooks as a connection: it is called once its turn has come. */
function connectOwn(model: LanguageModel, { name, timeoutMs }: { name: string; timeoutMs: number }): CallableModel {
  return {
    name,
    async generate({ begin, signal: ofCaller, ...call }) {
      ofCaller?.throwIfAborted();
      // A turn that does not come is no failure of the model.
      await begin?.();
      const timeout = AbortSignal.timeout(timeoutMs);
      const request = publicRequest(call, ofCaller === undefined ? timeout : AbortSignal.any([ofCaller, timeout]));
      try {
        const reply = await unlessAborted(model.generate(request), request.signal);
        return await withEstimatedUsage(readReply(reply), request);
      } catch (error) {
        ofCaller?.throwIfAborted();
        throw toModelError(timeout.aborted ? timeout.reason : error, name);
      }
    },
  };
}

/** The fields that the author of a model knows. */
function publicRequest({ messages, parameters, schema, tools }: ModelRequest, signal: AbortSignal) {
  return {
    messages,
    parameters,
    ...(schema === undefined ? {} : { schema }),
    ...(tools === undefined ? {} : { tools }),
    signal,
  } satisfies ModelRequest;
}

function readReply(reply: unknown): ModelReply {
  const { success, data, error } = modelReplySchema.safeParse(reply);
  if (success) return data;
  const [issue] = error.issues;
  throw new TypeError(
    `the model returned no reply: ${['reply', ...(issue?.path ?? [])].join('.')}: ${issue?.message ?? ''}`,
  );
}

/** A reply, or the reason of the signal once it is aborted. */
async function unlessAborted<T>(reply: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const giveUp = (): void => reject(signal.reason);
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    signal.throwIfAborted();
    return await Promise.race([reply, aborted]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

function onceReady(model: CallableModel, ready: () => Promise<void>): CallableModel {
  return {
    name: model.name,
    generate: (request) =>
      model.generate({
        ...request,
        async begin() {
          await request.begin?.();
          await ready();
        },
      }),
  };
}
