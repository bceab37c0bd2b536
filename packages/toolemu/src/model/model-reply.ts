import type { LanguageModelV4Content, LanguageModelV4GenerateResult } from '@ai-sdk/provider';
import type { ModelReply, ModelRequest, ModelToolCall, Usage } from '../contract/index.ts';
import { isJsonObject, parseJson } from './json-object.ts';
import { readSentParameters } from './sent-parameters.ts';

/** The AI SDK's result as a reply. */
export function toModelReply(result: LanguageModelV4GenerateResult, request: ModelRequest): ModelReply {
  return {
    text: textOf(result, request),
    toolCalls: result.content.flatMap(toToolCall),
    finish: toFinish(result.finishReason.unified),
    usage: toUsage(result.usage),
    sent: readSentParameters(result.request?.body, request),
    responseModel: result.response?.modelId ?? null,
  };
}

function textOf({ content, structuredOutputText }: LanguageModelV4GenerateResult, { schema }: ModelRequest): string {
  const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
  return schema === undefined ? text : (structuredOutputText ?? text);
}

function toToolCall(part: LanguageModelV4Content): ModelToolCall[] {
  if (part.type !== 'tool-call' || part.providerExecuted === true) {
    return [];
  }
  return [{ id: part.toolCallId, name: part.toolName, args: readArguments(part.input) }];
}

/** Some endpoints send nothing, or null, for a tool that takes no arguments. */
function readArguments(input: string | null | undefined): ModelToolCall['args'] {
  if (input === null || input === undefined || input.trim() === '' || input.trim() === 'null') {
    return {};
  }
  const parsed = parseJson(input);
  return isJsonObject(parsed) ? parsed : input;
}

function toFinish(reason: LanguageModelV4GenerateResult['finishReason']['unified']): ModelReply['finish'] {
  return reason === 'error' || reason === 'interrupted' ? 'other' : reason;
}

function toUsage({ inputTokens, outputTokens }: LanguageModelV4GenerateResult['usage']): Usage {
  return {
    inputTokens: count(inputTokens.total),
    cachedInputTokens: count(inputTokens.cacheRead),
    cacheWriteTokens: count(inputTokens.cacheWrite),
    outputTokens: count(outputTokens.total),
    reasoningTokens: count(outputTokens.reasoning),
  };
}

function count(tokens: number | undefined): number {
  return tokens !== undefined && Number.isFinite(tokens) ? Math.max(0, Math.round(tokens)) : 0;
}
