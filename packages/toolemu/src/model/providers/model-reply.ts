import type { LanguageModelV4Content, LanguageModelV4GenerateResult } from '@ai-sdk/provider';
import {
  isObject,
  type ModelMessage,
  type ModelReply,
  type ModelRequest,
  type ModelToolCall,
  parseJson,
  type Usage,
} from '../../contract/index.ts';
import { endOf } from './finish.ts';
import { reportedUsage } from './read-usage.ts';
import { readSentParameters } from './sent-parameters.ts';
import { hashOf } from '../recording/canonical-json.ts';

/** A completion that its endpoint did not finish, or that is empty. */
export class IncompleteReply extends Error {
  override readonly name = 'IncompleteReply';
  /** Its usage, as far as the endpoint reports it. */
  readonly usage: Usage;
  /** Whether it is complete but empty. */
  readonly isBlank: boolean;

  constructor(message: string, { usage, isBlank = false }: { readonly usage: Usage; readonly isBlank?: boolean }) {
    super(message);
    this.usage = usage;
    this.isBlank = isBlank;
  }
}

/** A reply that stopped because the model's context was full. */
export class FullContext extends Error {
  override readonly name = 'FullContext';
}

/** Converts the AI SDK's result to a reply. Throws {@link IncompleteReply} or {@link FullContext} if it is not one. */
export function toModelReply(result: LanguageModelV4GenerateResult, request: ModelRequest): ModelReply {
  const { finishReason, content } = result;
  const usage = reportedUsage(result);
  const finish = endOf(finishReason);
  const reason = JSON.stringify(finishReason.raw ?? finishReason.unified);
  if (finish === 'context-full') throw new FullContext(`the reply ended with ${reason}`);
  if (finish === 'failed') throw new IncompleteReply(`the reply ended with ${reason}`, { usage });
  const text = textOf(result, request);
  const toolCalls = uniqueIds(content.flatMap(toToolCall), request.messages);
  const isCallLost = content.some((part) => part.type === 'tool-call') || finish === 'tool-calls';
  if (toolCalls.length === 0 && isCallLost && (request.tools ?? []).length > 0) {
    throw new IncompleteReply('the reply ended with a tool call that is not in it', { usage });
  }
  // What was cut off or filtered may be blank: its end tells why.
  if (isBlank(text) && toolCalls.length === 0 && finish !== 'length' && finish !== 'content-filter') {
    const hasReasoning = content.some(({ type }) => type === 'reasoning');
    const message = hasReasoning ? 'the reply has reasoning but no answer' : 'the reply is blank';
    throw new IncompleteReply(message, { usage, isBlank: true });
  }
  return {
    text,
    toolCalls,
    finish,
    usage,
    sent: readSentParameters(result.request?.body, request),
    responseModel: result.response?.modelId ?? null,
  };
}

/** Whether a text says nothing: it has no characters that are seen, or only marks of a chat template. */
function isBlank(text: string): boolean {
  return text.replaceAll(/<\|[\w▁]+\|>|<｜[\w▁]+｜>|<\/?s>|<end_of_turn>|[\s\p{Cf}]/gu, '') === '';
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
  return isObject(parsed) ? parsed : input;
}

/**
 * Gives calls ids that are unique in the dialogue: some endpoints repeat ids, others send none, and providers reject a
 * history in which two results share a call. The ids depend only on the calls, so that a replayed dialogue has the same
 * ids.
 */
function uniqueIds(calls: readonly ModelToolCall[], messages: readonly ModelMessage[]): ModelToolCall[] {
  const taken = new Set(
    messages.flatMap((message) => (message.role === 'assistant' ? (message.toolCalls ?? []).map(({ id }) => id) : [])),
  );
  return calls.map((call) => {
    let { id } = call;
    for (let attempt = 1; id === '' || taken.has(id); attempt += 1) id = idOf(call.id, attempt);
    taken.add(id);
    return id === call.id ? call : { ...call, id };
  });
}

/** Nine letters and digits, as Mistral requires; other providers accept any id. */
function idOf(id: string, attempt: number): string {
  return hashOf({ id, attempt }).slice(0, 9);
}
