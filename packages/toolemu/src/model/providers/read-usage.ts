import type { LanguageModelV4GenerateResult } from '@ai-sdk/provider';
import type { ModelReply, ModelRequest, Usage } from '../../contract/index.ts';
import { type CountTokens, countRequest, loadTokenCounter } from '../catalog/count-tokens.ts';

/** Larger than the usage of any model. */
const maxTokens = 1_000_000_000;

/** The reported token usage; zero if the endpoint reports none. */
export function reportedUsage({ usage: { inputTokens, outputTokens } }: LanguageModelV4GenerateResult): Usage {
  return {
    inputTokens: count(inputTokens.total),
    cachedInputTokens: count(inputTokens.cacheRead),
    cacheWriteTokens: count(inputTokens.cacheWrite),
    outputTokens: count(outputTokens.total),
    reasoningTokens: count(outputTokens.reasoning),
  };
}

/**
 * Adds token counts that the endpoint did not report: a request and a non-empty reply always have tokens. Derives them
 * from the reported total, or else estimates them.
 */
export async function withCountedUsage(
  reply: ModelReply,
  { request, result }: { readonly request: ModelRequest; readonly result: LanguageModelV4GenerateResult },
): Promise<ModelReply> {
  const { usage } = reply;
  const said = [
    ...result.content.flatMap((part) => (part.type === 'text' || part.type === 'reasoning' ? [part.text] : [])),
    ...reply.toolCalls.map(({ name, args }) => JSON.stringify({ name, args })),
  ].filter((text) => text !== '');
  const hasInput = usage.inputTokens > 0;
  const hasOutput = usage.outputTokens > 0 || said.length === 0;
  if (hasInput && hasOutput) return reply;
  counting ??= loadTokenCounter();
  const counter = await counting;
  const total = count(result.usage.raw?.['total_tokens']);
  const outputTokens = hasOutput
    ? usage.outputTokens
    : hasInput && total > usage.inputTokens
      ? total - usage.inputTokens
      : tokensOf(said, counter);
  const inputTokens = hasInput
    ? usage.inputTokens
    : total > outputTokens
      ? total - outputTokens
      : countRequest(request, counter).total;
  return { ...reply, usage: { ...usage, inputTokens, outputTokens }, usageEstimated: true };
}

/** Adds an estimate to a reply that has no token counts. */
export async function withEstimatedUsage(reply: ModelReply, request: ModelRequest): Promise<ModelReply> {
  const { usage, text, toolCalls } = reply;
  if (usage.inputTokens > 0 || usage.outputTokens > 0) return reply;
  counting ??= loadTokenCounter();
  const counter = await counting;
  const said = [text, ...toolCalls.map(({ name, args }) => JSON.stringify({ name, args }))].filter((one) => one !== '');
  const estimate = {
    ...usage,
    inputTokens: countRequest(request, counter).total,
    outputTokens: tokensOf(said, counter),
  };
  return { ...reply, usage: estimate, usageEstimated: true };
}

let counting: Promise<CountTokens> | undefined;

function tokensOf(texts: readonly string[], counter: CountTokens): number {
  return texts.reduce((sum, text) => sum + counter(text), 0);
}

function count(tokens: unknown): number {
  return typeof tokens === 'number' && tokens > 0 && tokens <= maxTokens ? Math.round(tokens) : 0;
}
