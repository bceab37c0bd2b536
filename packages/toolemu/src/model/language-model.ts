import type { LanguageModel, ModelReply, ModelRequest } from '../contract/index.ts';
import { toCallOptions } from './call-options.ts';
import { type Connect, connect } from './connect.ts';
import { type Environment, findEndpoint } from './endpoint.ts';
import { toModelError } from './model-errors.ts';
import { parseModelName } from './model-name.ts';
import { toModelReply } from './model-reply.ts';
import { patientFetch } from './patient-fetch.ts';
import { reasoningSettings } from './reasoning.ts';

/** How to reach a model. */
export interface LanguageModelOptions {
  /** `provider/model`, or a name that `parseModelName` completes. */
  readonly name: string;
  readonly baseUrl?: string | undefined;
  readonly env: Environment;
  /** How long one call may take; ten minutes unless told. */
  readonly timeoutMs?: number | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/**
 * A model of one of the providers, called once for each request, without retries. Throws `ModelError`; what a signal
 * of the caller's aborts rejects with that signal's reason.
 */
export function createLanguageModel(options: LanguageModelOptions): LanguageModel {
  const { baseUrl, env, timeoutMs = 600_000, fetch = patientFetch } = options;
  const modelName = parseModelName(options.name, { baseUrl: baseUrl ?? env['COMPATIBLE_BASE_URL'] });
  const endpoint = findEndpoint({ modelName, baseUrl, env });
  let connecting: Promise<Connect> | undefined;

  async function call(request: ModelRequest, signal: AbortSignal): Promise<ModelReply> {
    connecting ??= connect(endpoint, fetch);
    const { model, options } = (await connecting)(request);
    const { providerOptions, ...settings } = reasoningSettings(endpoint, request);
    const callOptions = toCallOptions(request, { signal, options: { ...options, ...providerOptions } });
    const result = await model.doGenerate({ ...callOptions, ...settings });
    return toModelReply(result, request);
  }

  return {
    name: modelName.name,
    async generate(request) {
      request.signal?.throwIfAborted();
      const deadline = AbortSignal.timeout(timeoutMs);
      const signal = request.signal === undefined ? deadline : AbortSignal.any([request.signal, deadline]);
      try {
        return await call(request, signal);
      } catch (error) {
        request.signal?.throwIfAborted();
        throw toModelError(deadline.aborted ? deadline.reason : error, modelName.name);
      }
    },
  };
}
