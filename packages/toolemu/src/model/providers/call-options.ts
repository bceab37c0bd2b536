import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4Message,
  SharedV4ProviderOptions,
} from '@ai-sdk/provider';
import type { ModelMessage, ModelTool, ModelToolCall } from '../../contract/index.ts';
import type { ModelCall } from '../calls/model-call.ts';
import { offeredSchema } from './offered-schema.ts';

/** A request as the AI SDK takes it. */
export function toCallOptions(request: ModelCall, options: SharedV4ProviderOptions): LanguageModelV4CallOptions {
  const { messages, parameters, schema, tools = [] } = request;
  const breakpoints = breakpointsOf(request);
  const { temperature, maxOutputTokens, stop, seed } = parameters;
  return {
    prompt: messages.map((message, index) => toPromptMessage(message, breakpoints.has(index))),
    providerOptions: options,
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(stop === undefined || stop.length === 0 ? {} : { stopSequences: stop }),
    ...(seed === undefined ? {} : { seed }),
    ...(schema === undefined
      ? {}
      : { responseFormat: { type: 'json' as const, name: schema.name, schema: schema.schema } }),
    ...(tools.length === 0 ? {} : { tools: tools.map(toFunctionTool), toolChoice: { type: 'auto' as const } }),
  };
}

/** Where the cached prefix ends: after the system message, which all cases share, and after the last stable message. */
function breakpointsOf({ messages, stableMessages = 0 }: ModelCall): ReadonlySet<number> {
  return new Set([messages.findLastIndex(({ role }) => role === 'system'), stableMessages - 1]);
}

/** Only Anthropic must be told what to cache; the others ignore it. */
const cached: SharedV4ProviderOptions = { anthropic: { cacheControl: { type: 'ephemeral' } } };

function toPromptMessage(message: ModelMessage, isCached: boolean): LanguageModelV4Message {
  return { ...toContent(message), ...(isCached ? { providerOptions: cached } : {}) };
}

function toContent(message: ModelMessage): LanguageModelV4Message {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.content };
    case 'user':
      return { role: 'user', content: [{ type: 'text', text: message.content }] };
    case 'assistant': {
      const { content, toolCalls = [] } = message;
      // Anthropic refuses empty text beside a tool call.
      const text = content === '' && toolCalls.length > 0 ? [] : [{ type: 'text' as const, text: content }];
      return { role: 'assistant', content: [...text, ...toolCalls.map(toToolCallPart)] };
    }
    case 'tool': {
      const { toolCallId, toolName, content } = message;
      const output = { type: 'text' as const, value: content };
      return { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName: calledName(toolName), output }] };
    }
  }
}

/** Endpoints refuse arguments that are no object: what could not be read goes back to the model inside one. */
function toToolCallPart({ id, name, args }: ModelToolCall) {
  const input = typeof args === 'string' ? { INVALID_JSON: args } : args;
  return { type: 'tool-call' as const, toolCallId: id, toolName: calledName(name), input };
}

/** Models call tools there are not, as in `multi_tool_use.parallel`, and endpoints refuse such a name in a history. */
function calledName(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, 64) || '_';
}

function toFunctionTool({ name, description, inputSchema }: ModelTool): LanguageModelV4FunctionTool {
  return { type: 'function', name, description, inputSchema: offeredSchema(inputSchema) };
}
