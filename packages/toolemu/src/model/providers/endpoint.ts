import { ModelError } from '../../contract/index.ts';
import {
  type Environment,
  isSecretParameter,
  rememberSecrets,
  variableIn,
  withoutCredentials,
} from '../../platform/index.ts';
import type { ModelName } from '../catalog/model-name.ts';
import { type Provider, type ProviderInfo, providerTable } from '../catalog/provider-table.ts';

/** Where a model answers, and with which key. */
export interface Endpoint {
  readonly provider: Provider;
  readonly model: string;
  /** Without query and trailing slash. */
  readonly baseUrl: string;
  /** The query of the base URL, which is appended to each request: `?api-version=...`, or empty. */
  readonly query: string;
  /** Whether the base URL is the provider's own, and not one the user gave. */
  readonly official: boolean;
  readonly apiKey: string | undefined;
}

/** Finds a model's endpoint by its provider, the base URL given and the environment; `bad-key` where a key is missing. */
export function findEndpoint({
  modelName,
  baseUrl,
  env,
}: {
  readonly modelName: ModelName;
  readonly baseUrl?: string | undefined;
  readonly env: Environment;
}): Endpoint {
  const { provider, model, name } = modelName;
  if (provider === 'replay' || provider === 'scripted') {
    throw badRequest(name, `${provider} models answer from what they were given and cannot be called`);
  }
  const info: ProviderInfo = providerTable[provider];
  const given = nonEmpty(baseUrl) ?? nonEmpty(variableIn(env, info.baseUrlVariable));
  const url = given ?? info.baseUrl;
  if (url === null) {
    throw badRequest(name, `say where it answers: give a base URL, or set ${info.baseUrlVariable}`);
  }
  const apiKey = info.keyVariables.map((variable) => nonEmpty(env[variable])).find((key) => key !== undefined);
  if (apiKey === undefined && info.needsKey && given === undefined) {
    throw missingKey(name, info);
  }
  rememberSecrets({ [String(info.keyVariables[0])]: apiKey });
  return { provider, model, ...readBaseUrl(url, provider, name), official: given === undefined, apiKey };
}

/** Run files and reports show the base URL, so it contains no key. Errors do not quote text that may. */
function readBaseUrl(text: string, provider: Provider, name: string): Pick<Endpoint, 'baseUrl' | 'query'> {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    const shown = withoutCredentials(text.replace(/[?#].*$/s, '').replace(/^.*@/s, ''));
    throw badRequest(name, `"${shown}" is not a base URL: write it as in http://localhost:8000/v1`);
  }
  const url = new URL(text);
  const key = `Remove it, and set ${providerTable[provider].keyVariables[0]}`;
  if (url.username !== '' || url.password !== '') {
    throw badRequest(name, `the base URL at ${url.host} contains a user name or a password. ${key}`);
  }
  const secret = [...url.searchParams.keys()].find(isSecretParameter);
  if (secret !== undefined) {
    throw badRequest(name, `the base URL at ${url.host} contains a key in its query, "${secret}". ${key}`);
  }
  if (url.hash !== '') {
    throw badRequest(name, `the base URL at ${url.host} has a fragment. Remove "#" and the text after it`);
  }
  const bare = `${url.origin}${url.pathname}`.replace(/\/+$/, '');
  const isLocalServer = provider === 'vllm' || provider === 'ollama';
  return { baseUrl: isLocalServer && bare === url.origin ? `${bare}/v1` : bare, query: url.search };
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text.trim();
}

function missingKey(model: string, { keyVariables }: ProviderInfo): ModelError {
  const message = `${model}: no key: set ${keyVariables.join(' or ')} in the environment or in .env`;
  return new ModelError(message, { kind: 'bad-key', model });
}

function badRequest(model: string, message: string): ModelError {
  return new ModelError(`${model}: ${message}`, { kind: 'bad-request', model });
}
