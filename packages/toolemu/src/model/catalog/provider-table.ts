/** What is known of a provider before it is called. */
export interface ProviderInfo {
  /** Where it answers, or null where the user must say. */
  readonly baseUrl: string | null;
  /** Environment variable that holds another base URL. */
  readonly baseUrlVariable: string;
  /** Environment variables that may hold the key, the preferred one first. */
  readonly keyVariables: readonly string[];
  readonly needsKey: boolean;
}

export const providerTable = {
  openai: {
    baseUrl: 'https://api.openai.com/v1',
    baseUrlVariable: 'OPENAI_BASE_URL',
    keyVariables: ['OPENAI_API_KEY'],
    needsKey: true,
  },
  anthropic: {
    baseUrl: 'https://api.anthropic.com/v1',
    baseUrlVariable: 'ANTHROPIC_BASE_URL',
    keyVariables: ['ANTHROPIC_API_KEY'],
    needsKey: true,
  },
  google: {
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    baseUrlVariable: 'GOOGLE_BASE_URL',
    keyVariables: ['GOOGLE_API_KEY', 'GEMINI_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'],
    needsKey: true,
  },
  vllm: {
    baseUrl: 'http://localhost:8000/v1',
    baseUrlVariable: 'VLLM_BASE_URL',
    keyVariables: ['VLLM_API_KEY'],
    needsKey: false,
  },
  ollama: {
    baseUrl: 'http://localhost:11434/v1',
    baseUrlVariable: 'OLLAMA_BASE_URL',
    keyVariables: ['OLLAMA_API_KEY'],
    needsKey: false,
  },
  openrouter: {
    baseUrl: 'https://openrouter.ai/api/v1',
    baseUrlVariable: 'OPENROUTER_BASE_URL',
    keyVariables: ['OPENROUTER_API_KEY'],
    needsKey: true,
  },
  compatible: {
    baseUrl: null,
    baseUrlVariable: 'COMPATIBLE_BASE_URL',
    keyVariables: ['COMPATIBLE_API_KEY'],
    needsKey: false,
  },
} as const satisfies Record<string, ProviderInfo>;

/** A provider that is called over the network. */
export type Provider = keyof typeof providerTable;

export const providerNames = Object.keys(providerTable) as readonly Provider[];

export function isProvider(name: string): name is Provider {
  return Object.hasOwn(providerTable, name);
}
