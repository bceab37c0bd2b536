import type { LanguageModelV4CallOptions, SharedV4ProviderOptions } from '@ai-sdk/provider';
import type { ModelRequest, ReasoningEffort } from '../../contract/index.ts';
import type { Endpoint } from './endpoint.ts';
import type { Provider } from '../catalog/provider-table.ts';

/** What an endpoint is told of how much its model is to think. */
export interface ReasoningSettings {
  /** The AI SDK sends it as the provider has it, at the level its model knows that is nearest. */
  readonly reasoning?: NonNullable<LanguageModelV4CallOptions['reasoning']>;
  /** Less than was asked for, where thinking is counted beside it. */
  readonly maxOutputTokens?: number;
  readonly providerOptions?: SharedV4ProviderOptions;
}

/** How a request's reasoning effort is said to an endpoint. */
export function reasoningSettings(
  { provider, model }: Pick<Endpoint, 'provider' | 'model'>,
  request: ModelRequest,
): ReasoningSettings {
  const effort = request.parameters.reasoningEffort;
  return effort === undefined ? {} : dialects[provider]({ model, effort, request });
}

interface Asked {
  readonly model: string;
  readonly effort: ReasoningEffort;
  readonly request: ModelRequest;
}

const dialects: Readonly<Record<Provider, (asked: Asked) => ReasoningSettings>> = {
  openai: plainly,
  anthropic: toAnthropic,
  google: toGoogle,
  vllm: toVllm,
  ollama: toOllama,
  openrouter: toOpenRouter,
  compatible: plainly,
};

function plainly({ effort }: Asked): ReasoningSettings {
  return { reasoning: effort };
}

/** Claude up to 4.5 thinks within a budget, later ones as much as an effort lets them. */
function toAnthropic({ model, effort, request }: Asked): ReasoningSettings {
  if (effort === 'none' || (model.startsWith('claude-') && !budgetClaude.test(model))) return { reasoning: effort };
  const most = request.parameters.maxOutputTokens;
  const budgetTokens = thinkingBudget(effort, most);
  // Beside tools it wants to see its earlier thoughts again, which a dialogue does not keep.
  if ((request.tools ?? []).length > 0 || (most !== undefined && most <= budgetTokens)) return {};
  return {
    providerOptions: { anthropic: { thinking: { type: 'enabled', budgetTokens } } },
    ...(most === undefined ? {} : { maxOutputTokens: most - budgetTokens }),
  };
}

const budgetClaude = /^claude-(?:3|(?:opus|sonnet|haiku)-4(?:-[015])?(?:-\d{8}|-latest)?$)/;

/** Gemini 2.5 thinks within a budget, which is part of the reply's length; later ones at a level. */
function toGoogle({ model, effort, request }: Asked): ReasoningSettings {
  if (effort === 'none' || !/gemini-2\.5/.test(model)) return { reasoning: effort };
  const budget = Math.min(thinkingBudget(effort, request.parameters.maxOutputTokens), greatestGemini25Budget);
  return { providerOptions: { google: { thinkingConfig: { thinkingBudget: budget } } } };
}

const greatestGemini25Budget = 24_576;

/**
 * Templates of chat models switch thinking by a variable of their own: `enable_thinking` (Qwen3, GLM, Gemma) or
 * `thinking` (Granite, DeepSeek). The one that a template does not know is ignored.
 */
function toVllm({ effort }: Asked): ReasoningSettings {
  const isThinking = effort !== 'none';
  return {
    ...(isThinking ? { reasoning: notMinimal(effort) } : {}),
    providerOptions: { vllm: { chat_template_kwargs: { enable_thinking: isThinking, thinking: isThinking } } },
  };
}

function toOllama({ effort }: Asked): ReasoningSettings {
  return { reasoning: notMinimal(effort) };
}

/** All versions of vLLM and of Ollama know `low`, `medium` and `high`; the earlier ones no `minimal`. */
function notMinimal(effort: ReasoningEffort): ReasoningEffort {
  return effort === 'minimal' ? 'low' : effort;
}

function toOpenRouter({ effort }: Asked): ReasoningSettings {
  return { providerOptions: { openrouter: { reasoning: { effort } } } };
}

/** What a reply is reckoned with where its length is not limited. */
const usualLength = 16_384;
const leastBudget = 1024;
const shares: Readonly<Record<Exclude<ReasoningEffort, 'none'>, number>> = {
  minimal: 0.02,
  low: 0.1,
  medium: 0.3,
  high: 0.6,
};

/** Tokens of a reply's length that may be thought. */
function thinkingBudget(effort: Exclude<ReasoningEffort, 'none'>, length: number = usualLength): number {
  return Math.max(leastBudget, Math.round(length * shares[effort]));
}
