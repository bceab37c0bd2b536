import type { ModelReply } from '../../contract/index.ts';
import { type Environment, variableIn, withBodyLimit, withoutSecretsIn } from '../../platform/index.ts';
import { toCallOptions } from './call-options.ts';
import { readableResponse } from './completion-body.ts';
import { type Connect, connect } from './connect.ts';
import { findEndpoint } from './endpoint.ts';
import { toModelError } from './model-errors.ts';
import { parseModelName } from '../catalog/model-name.ts';
import { toModelReply } from './model-reply.ts';
import { preparePatiently, type Send } from './patient-fetch.ts';
import { withCountedUsage } from './read-usage.ts';
import { reasoningSettings } from './reasoning.ts';
import type { CallableModel, ModelCall } from '../calls/model-call.ts';

type Fetch = typeof globalThis.fetch;

/** How to reach a model. */
export interface LanguageModelOptions {
  /** `provider/model`, or a name that `parseModelName` completes. */
  readonly name: string;
  readonly baseUrl?: string | undefined;
  readonly env: Environment;
  /** How long one call may take; ten minutes unless told. */
  readonly timeoutMs?: number | undefined;
  readonly fetch?: Fetch | undefined;
}

/**
 * A model of one of the providers, called once for each request, without retries. Throws `ModelError`; what a signal
 * of the caller's aborts rejects with that signal's reason.
 */
export function createLanguageModel(options: LanguageModelOptions): CallableModel {
  const { baseUrl, env, timeoutMs = 600_000, fetch } = options;
  const modelName = parseModelName(options.name, { baseUrl: baseUrl ?? variableIn(env, 'COMPATIBLE_BASE_URL') });
  const endpoint = findEndpoint({ modelName, baseUrl, env });
  const prepare = fetch === undefined ? preparePatiently : unprepared(fetch);
  let connecting: Promise<Connect> | undefined;

  async function call(request: ModelCall, fetch: Fetch): Promise<ModelReply> {
    connecting ??= connect(endpoint);
    const { model, options } = (await connecting)(request, fetch);
    const { providerOptions, ...settings } = reasoningSettings(endpoint, request);
    const callOptions = toCallOptions(request, { ...options, ...providerOptions });
    const result = await model.doGenerate({ ...callOptions, ...settings });
    return withCountedUsage(toModelReply(result, request), { request, result });
  }

  return {
    name: modelName.name,
    async generate(request) {
      request.signal?.throwIfAborted();
      const sending = sendInTurn(request, { prepare, timeoutMs, query: endpoint.query });
      try {
        return withoutSecretsIn(await call(request, sending.fetch));
      } catch (error) {
        request.signal?.throwIfAborted();
        if (sending.turnedAway !== undefined) throw sending.turnedAway.reason;
        throw toModelError(sending.deadline?.aborted === true ? sending.deadline.reason : error, modelName.name);
      }
    },
  };
}

interface Sending {
  readonly fetch: Fetch;
  /** Why the request was not sent, where its turn did not come. */
  turnedAway?: { readonly reason: unknown };
  /** By when it must be answered, once it was sent. */
  deadline?: AbortSignal;
}

/** A `fetch` that makes its request ready, waits for its turn, and from then on no longer than the call may take. */
function sendInTurn(
  { begin, signal }: ModelCall,
  {
    prepare,
    timeoutMs,
    query,
  }: { readonly prepare: typeof preparePatiently; readonly timeoutMs: number; readonly query: string },
): Sending {
  const sending: Sending = {
    async fetch(input, init) {
      const url = withQuery(input, query);
      const send = await prepare(url, init);
      try {
        await begin?.();
      } catch (reason) {
        sending.turnedAway = { reason };
        throw reason;
      }
      sending.deadline = AbortSignal.timeout(timeoutMs);
      const response = await send(
        signal === undefined ? sending.deadline : AbortSignal.any([signal, sending.deadline]),
      );
      return readableResponse(response, url);
    },
  };
  return sending;
}

/** Appends the query of the base URL to the address of a request, which the AI SDK does not support. */
function withQuery(input: string | URL | Request, query: string): string {
  const url = new URL(input instanceof Request ? input.url : input);
  for (const [name, value] of new URLSearchParams(query)) url.searchParams.append(name, value);
  return url.href;
}

function unprepared(fetch: Fetch): typeof preparePatiently {
  return async (input, init): Promise<Send> => {
    const url = new URL(input instanceof Request ? input.url : input);
    return async (signal) => withBodyLimit(await fetch(input, { ...init, signal: signal ?? null }), url);
  };
}
