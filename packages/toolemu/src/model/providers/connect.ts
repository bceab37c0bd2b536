import type { LanguageModelV4, SharedV4ProviderOptions } from '@ai-sdk/provider';
import type { Endpoint } from './endpoint.ts';
import type { ModelCall } from '../calls/model-call.ts';
import type { Provider } from '../catalog/provider-table.ts';
import { isObject, type Json, type JsonSchema } from '../../contract/index.ts';

type Fetch = typeof globalThis.fetch;

/** The AI SDK's model for one request, and what its provider must be told beside it. */
export interface Connection {
  readonly model: LanguageModelV4;
  readonly options: SharedV4ProviderOptions;
}

/** Makes the AI SDK's model for a request, which is sent by this `fetch`. */
export type Connect = (request: ModelCall, fetch: Fetch) => Connection;

/** Loads a provider's package. */
export function connect(endpoint: Endpoint): Promise<Connect> {
  return connectors[endpoint.provider](endpoint);
}

const connectors: Readonly<Record<Provider, (endpoint: Endpoint) => Promise<Connect>>> = {
  openai: connectOpenAI,
  anthropic: connectAnthropic,
  google: connectGoogle,
  vllm: connectCompatible,
  ollama: connectCompatible,
  openrouter: connectCompatible,
  compatible: connectCompatible,
};

async function connectOpenAI({ model, baseUrl, official, apiKey }: Endpoint): Promise<Connect> {
  const { createOpenAI } = await import('@ai-sdk/openai');
  return (request, fetch) => {
    // The SDK would look for a key in process.env; an endpoint of one's own may want none.
    const provider = createOpenAI({ baseURL: baseUrl, apiKey: apiKey ?? 'none', fetch });
    const options = { ...strictness(request), ...(official ? cacheKeyOf(request) : {}) };
    return official && needsResponses(model, request)
      ? { model: provider.responses(model), options: { openai: { ...options, ...unkept } } }
      : { model: provider.chat(model), options: { openai: options } };
  };
}

/** Nothing is kept at the provider, and a summary of thoughts, which only verified organisations may ask for, is not. */
const unkept = { store: false, reasoningSummary: null };

async function connectAnthropic({ model, baseUrl, apiKey }: Endpoint): Promise<Connect> {
  const { createAnthropic } = await import('@ai-sdk/anthropic');
  return (_, fetch) => {
    const provider = createAnthropic({ baseURL: baseUrl, apiKey: apiKey ?? 'none', fetch });
    return { model: provider.languageModel(model), options: {} };
  };
}

async function connectGoogle({ model, baseUrl, apiKey }: Endpoint): Promise<Connect> {
  const { createGoogleGenerativeAI } = await import('@ai-sdk/google');
  return (_, fetch) => {
    // Missing ids of Google's calls are derived from the calls, not random.
    const generateId = (): string => '';
    const provider = createGoogleGenerativeAI({ baseURL: baseUrl, apiKey: apiKey ?? 'none', generateId, fetch });
    return { model: provider.languageModel(model), options: {} };
  };
}

async function connectCompatible({ provider: name, model, baseUrl, apiKey }: Endpoint): Promise<Connect> {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  return (request, fetch) => {
    const provider = createOpenAICompatible({
      name,
      baseURL: baseUrl,
      ...(apiKey === undefined ? {} : { apiKey }),
      supportsStructuredOutputs: true,
      fetch,
    });
    return { model: provider.chatModel(model), options: { openaiCompatible: strictness(request) } };
  };
}

/** Requests of one key go to the machine whose cache holds their prefix. Other servers may refuse the parameter. */
function cacheKeyOf({ cacheKey }: ModelCall): { promptCacheKey?: string } {
  return cacheKey === undefined ? {} : { promptCacheKey: cacheKey };
}

/**
 * Some models of OpenAI answer only the Responses API, and from 5.6 on the others take tools together with reasoning
 * only there. Everything else goes through chat completions, which know seeds and stop sequences.
 */
function needsResponses(model: string, request: ModelCall): boolean {
  if (/^(?:o\d(?:-mini)?-(?:pro|deep-research)|gpt-5-pro|gpt-5[\d.]*-codex|codex-|computer-use)/.test(model)) {
    return true;
  }
  const version = /^gpt-(\d+)(?:\.(\d+))?/.exec(model);
  const major = Number(version?.[1] ?? 0);
  const minor = Number(version?.[2] ?? 0);
  const offersTools = (request.tools ?? []).length > 0;
  return offersTools && (major > 5 || (major === 5 && minor >= 6));
}

/** Strict structured output refuses free-form objects: it is asked for only where the schema has none. */
function strictness({ schema }: ModelCall): { strictJsonSchema?: boolean } {
  return schema === undefined ? {} : { strictJsonSchema: isStrictSchema(schema.schema) };
}

/** Whether strict structured output takes a schema: every object in it is closed and all its properties required. */
export function isStrictSchema(schema: JsonSchema): boolean {
  return isObject(schema['properties']) && isStrict(schema);
}

function isStrict(schema: Json | undefined): boolean {
  if (Array.isArray(schema)) {
    return schema.every(isStrict);
  }
  if (!isObject(schema)) {
    return true;
  }
  return isClosed(schema) && partsOf(schema).every(isStrict);
}

function isClosed(schema: JsonSchema): boolean {
  const types = [schema['type']].flat();
  if (!types.includes('object') && schema['properties'] === undefined) {
    return true;
  }
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const properties = isObject(schema['properties']) ? Object.keys(schema['properties']) : [];
  return schema['additionalProperties'] === false && properties.every((property) => required.includes(property));
}

function partsOf(schema: JsonSchema): (Json | undefined)[] {
  const named = ['properties', '$defs', 'definitions'].flatMap((key) => {
    const group = schema[key];
    return isObject(group) ? Object.values(group) : [];
  });
  return [...named, schema['items'], schema['anyOf'], schema['oneOf'], schema['allOf']];
}
