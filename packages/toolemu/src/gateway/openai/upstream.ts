import { type Json, type JsonObject, messageOf, parseJson } from '../../contract/index.ts';
import { findEndpoint, parseModelName, providerTable } from '../../model/index.ts';
import { type Environment, webFetch, withoutCredentials, withoutSecrets } from '../../platform/index.ts';

/** The model behind a proxy. */
export interface Upstream {
  /** Its name at the endpoint, which every request gets. */
  readonly model: string;
  /** Environment variables that hold its key, and that the agent must not have. */
  readonly keyVariables: readonly string[];
  /** Sends a request. Resolves to a response of any status; throws {@link UpstreamError} where there is none. */
  send(path: string, body: JsonObject, signal: AbortSignal): Promise<UpstreamResponse>;
}

export interface UpstreamResponse {
  readonly status: number;
  /** Null where it is not JSON. */
  readonly body: Json | null;
  readonly retryAfter: string | null;
}

/** The model's endpoint gave no response, or one that is too long. Its text holds no key. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';
}

/** Providers whose endpoints speak OpenAI's APIs. */
const speakers: ReadonlySet<string> = new Set(['openai', 'vllm', 'ollama', 'openrouter', 'compatible']);

const timeoutMs = 600_000;

/**
 * Finds the model of a proxy as every model is found: by its name, and by the base URL and the key in the environment.
 * Throws an error that says what is missing.
 */
export function findUpstream(name: string, env: Environment): Upstream {
  const modelName = parseModelName(name);
  if (!speakers.has(modelName.provider)) {
    throw new Error(
      `the proxy cannot use ${name}: it needs an endpoint that speaks OpenAI's API (${[...speakers].join(', ')})`,
    );
  }
  const { provider, model, baseUrl, query, apiKey } = findEndpoint({ modelName, env });
  return {
    model,
    keyVariables: providerTable[provider].keyVariables,
    async send(path, body, signal) {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
      try {
        const response = await webFetch(`${baseUrl}/${path}${query}`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
          },
          body: JSON.stringify(body),
          // The key must not go where an endpoint points to.
          redirect: 'error',
          signal: limit,
        });
        const text = withoutSecrets(await response.text());
        return {
          status: response.status,
          body: isRefusedKey(response.status)
            ? keyRefusal(response.status)
            : ((parseJson(text) as Json | undefined) ?? null),
          retryAfter: response.headers.get('retry-after'),
        };
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof UpstreamError) throw error;
        throw new UpstreamError(`the model's endpoint did not respond: ${withoutCredentials(reasonOf(error))}`);
      }
    },
  };
}

function isRefusedKey(status: number): boolean {
  return status === 401 || status === 403;
}

/** Endpoints quote the key that they refuse, in whole or in part. */
function keyRefusal(status: number): JsonObject {
  return {
    error: {
      message: `the model's endpoint refused the key that toolemu has for it (${status})`,
      type: 'invalid_request_error',
      param: null,
      code: 'invalid_api_key',
    },
  };
}

function reasonOf(error: unknown): string {
  const { cause = error } = error as Error;
  return messageOf(cause);
}
