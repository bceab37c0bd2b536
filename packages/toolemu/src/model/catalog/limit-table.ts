/** Token limits of a model. */
export interface ContextLimits {
  /** Prompt and reply together. */
  readonly contextWindow: number;
  /** The prompt alone, if it has a separate limit. */
  readonly maxInput?: number;
}

/** Date of the last check of these tables, ISO 8601. */
export const limitsAsOf = '2026-11-26';

const millionTokens: ContextLimits = { contextWindow: 1_000_000 };
const claude200k: ContextLimits = { contextWindow: 200_000 };
const gpt400k: ContextLimits = { contextWindow: 400_000, maxInput: 272_000 };
const gptMillion: ContextLimits = { contextWindow: 1_050_000, maxInput: 922_000 };
const gpt128k: ContextLimits = { contextWindow: 128_000 };
const gpt200k: ContextLimits = { contextWindow: 200_000 };
const gemini: ContextLimits = { contextWindow: 1_114_112, maxInput: 1_048_576 };

/**
 * Limits by `provider/model`, without beta headers that raise them. Snapshots have the limits of their model unless they
 * are listed separately. Sources are the providers' documents: developers.openai.com/api/docs/models, of each model;
 * platform.claude.com/docs/en/about-claude/models/overview; ai.google.dev/gemini-api/docs/models; docs.x.ai/docs/models.
 */
export const limitTable: Readonly<Record<string, ContextLimits>> = {
  'openai/gpt-6-astra': gptMillion,
  'openai/gpt-6.1-sol': gptMillion,
  'openai/gpt-6.1-terra': gptMillion,
  'openai/gpt-6-sol': gptMillion,
  'openai/gpt-6-luna': gptMillion,
  'openai/gpt-5.6': gptMillion,
  'openai/gpt-5.6-sol': gptMillion,
  'openai/gpt-5.6-terra': gptMillion,
  'openai/gpt-5.6-luna': gptMillion,
  'openai/gpt-5.5': gptMillion,
  'openai/gpt-5.5-pro': gptMillion,
  'openai/gpt-5.4': gptMillion,
  'openai/gpt-5.4-pro': gptMillion,
  'openai/gpt-5.4-mini': gpt400k,
  'openai/gpt-5.4-nano': gpt400k,
  'openai/gpt-5.2': gpt400k,
  'openai/gpt-5.2-pro': gpt400k,
  'openai/gpt-5.1': gpt400k,
  'openai/gpt-5': gpt400k,
  'openai/gpt-5-mini': gpt400k,
  'openai/gpt-5-nano': gpt400k,
  'openai/gpt-5-pro': gpt400k,
  'openai/gpt-5.2-chat-latest': gpt128k,
  'openai/gpt-5.1-chat-latest': gpt128k,
  'openai/gpt-5-chat-latest': gpt128k,
  'openai/gpt-4.1': { contextWindow: 1_047_576 },
  'openai/gpt-4.1-mini': { contextWindow: 1_047_576 },
  'openai/gpt-4.1-nano': { contextWindow: 1_047_576 },
  'openai/gpt-4o': gpt128k,
  'openai/gpt-4o-mini': gpt128k,
  'openai/chatgpt-4o-latest': gpt128k,
  'openai/o1': gpt200k,
  'openai/o1-pro': gpt200k,
  'openai/o1-preview': gpt128k,
  'openai/o1-mini': gpt128k,
  'openai/o3': gpt200k,
  'openai/o3-pro': gpt200k,
  'openai/o3-mini': gpt200k,
  'openai/o4-mini': gpt200k,
  'openai/gpt-4-turbo': gpt128k,
  'openai/gpt-4': { contextWindow: 8_192 },
  'openai/gpt-4-32k': { contextWindow: 32_768 },
  'openai/gpt-3.5-turbo': { contextWindow: 16_385 },
  'openai/gpt-3.5-turbo-0613': { contextWindow: 4_096 },
  'openai/gpt-3.5-turbo-16k': { contextWindow: 16_385 },

  'anthropic/claude-fable-5-1': millionTokens,
  'anthropic/claude-fable-5': millionTokens,
  'anthropic/claude-opus-5-5': millionTokens,
  'anthropic/claude-opus-5': millionTokens,
  'anthropic/claude-opus-4-8': millionTokens,
  'anthropic/claude-opus-4-7': millionTokens,
  'anthropic/claude-opus-4-6': millionTokens,
  'anthropic/claude-opus-4-5': claude200k,
  'anthropic/claude-opus-4-1': claude200k,
  'anthropic/claude-opus-4': claude200k,
  'anthropic/claude-opus-4-0': claude200k,
  'anthropic/claude-3-opus': claude200k,
  'anthropic/claude-sonnet-5-5': millionTokens,
  'anthropic/claude-sonnet-5': millionTokens,
  'anthropic/claude-sonnet-4-6': millionTokens,
  'anthropic/claude-sonnet-4-5': claude200k,
  'anthropic/claude-sonnet-4': claude200k,
  'anthropic/claude-sonnet-4-0': claude200k,
  'anthropic/claude-3-7-sonnet': claude200k,
  'anthropic/claude-3-5-sonnet': claude200k,
  'anthropic/claude-haiku-5-5': millionTokens,
  'anthropic/claude-haiku-4-5': claude200k,
  'anthropic/claude-3-5-haiku': claude200k,
  'anthropic/claude-3-haiku': claude200k,

  'google/gemini-4-argon': { contextWindow: 1_048_576 },
  'google/gemini-3.8-flash': gemini,
  'google/gemini-3.7-flash': gemini,
  'google/gemini-3.6-flash': gemini,
  'google/gemini-3.5-flash': gemini,
  'google/gemini-3.5-flash-lite': gemini,
  'google/gemini-3.1-pro-preview': gemini,
  'google/gemini-3.1-flash-lite': gemini,
  'google/gemini-3.1-flash-lite-preview': gemini,
  'google/gemini-3-pro-preview': gemini,
  'google/gemini-3-flash-preview': gemini,
  'google/gemini-2.5-pro': gemini,
  'google/gemini-2.5-flash': gemini,
  'google/gemini-2.5-flash-lite': gemini,
  'google/gemini-2.0-flash': { contextWindow: 1_056_768, maxInput: 1_048_576 },
  'google/gemini-2.0-flash-lite': { contextWindow: 1_056_768, maxInput: 1_048_576 },
  'google/gemini-1.5-pro': { contextWindow: 2_105_344, maxInput: 2_097_152 },
  'google/gemini-1.5-flash': { contextWindow: 1_056_768, maxInput: 1_048_576 },

  'openrouter/x-ai/grok-3': { contextWindow: 131_072 },
  'openrouter/x-ai/grok-3-mini': { contextWindow: 131_072 },
};

/**
 * Maximum number of tools per request, by host. Anthropic and Mistral document no such number.
 * Sources: the `tools` parameter in developers.openai.com/api/reference and in console.groq.com/docs/api-reference,
 * docs.x.ai/docs/guides/function-calling, and the Gemini API's error for a longer list.
 */
export const toolLimitTable: Readonly<Record<string, number>> = {
  'openai.com': 128,
  'openai.azure.com': 128,
  'groq.com': 128,
  'x.ai': 200,
  'generativelanguage.googleapis.com': 512,
};

/** The same, by the model's maker, for requests that OpenRouter forwards. */
export const routedToolLimits: Readonly<Record<string, number>> = { openai: 128, 'x-ai': 200, google: 512 };
