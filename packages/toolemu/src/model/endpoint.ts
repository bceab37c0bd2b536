import { ModelError } from '../contract/index.ts';
import type { ModelName } from './model-name.ts';
import { type Provider, type ProviderInfo, providerTable } from './provider-table.ts';

/** Environment variables, as `process.env` has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Where a model answers, and with which key. */
export interface Endpoint {
  readonly provider: Provider;
  readonly model: string;
  readonly baseUrl: string;
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
  const given = nonEmpty(baseUrl) ?? nonEmpty(env[info.baseUrlVariable]);
  const url = given ?? info.baseUrl;
  if (url === null) {
    throw badRequest(name, `say where it answers with --base-url or ${info.baseUrlVariable}`);
  }
  const apiKey = info.keyVariables.map((variable) => nonEmpty(env[variable])).find((key) => key !== undefined);
  if (apiKey === undefined && info.needsKey && given === undefined) {
    throw missingKey(name, info);
  }
  return { provider, model, baseUrl: normalized(url, provider, name), official: given === undefined, apiKey };
}

function normalized(url: string, provider: Provider, name: string): string {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw badRequest(name, `"${url}" is no base URL: write one as in http://localhost:8000/v1`);
  }
  const bare = url.replace(/\/+$/, '');
  const isLocalServer = provider === 'vllm' || provider === 'ollama';
  return isLocalServer && new URL(bare).pathname === '/' ? `${bare}/v1` : bare;
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
