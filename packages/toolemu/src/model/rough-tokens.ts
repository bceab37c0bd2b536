import type { ModelRequest } from '../contract/index.ts';

/**
 * Tokens of a request's input, on the high side: three bytes a token, where English has more than four and JSON about
 * three. It costs next to nothing; for estimates that are shown there is `countTokens`.
 */
export function roughTokens({ messages, tools, schema }: ModelRequest): number {
  const bytes =
    messages.reduce((sum, message) => sum + bytesOf(message.content) + bytesOf(callsOf(message)), 0) +
    (tools === undefined ? 0 : bytesOf(JSON.stringify(tools))) +
    (schema === undefined ? 0 : bytesOf(JSON.stringify(schema.schema)));
  return Math.ceil(bytes / 3);
}

function bytesOf(text: string): number {
  return Buffer.byteLength(text);
}

function callsOf(message: ModelRequest['messages'][number]): string {
  return message.role === 'assistant' && message.toolCalls !== undefined ? JSON.stringify(message.toolCalls) : '';
}
