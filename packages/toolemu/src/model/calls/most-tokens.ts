import type { ModelRequest } from '../../contract/index.ts';

/** What a provider writes around a message. */
const aroundMessage = 16;

/** The most tokens a request's input can come to: no token is shorter than a byte. For what is likely there is `countTokens`. */
export function mostTokens({ messages, tools, schema }: ModelRequest): number {
  return (
    messages.reduce(
      (sum, message) => sum + bytesOf(message.content) + bytesOf(callsOf(message)) + aroundMessage,
      aroundMessage,
    ) +
    (tools === undefined ? 0 : bytesOf(JSON.stringify(tools))) +
    (schema === undefined ? 0 : bytesOf(JSON.stringify(schema.schema)))
  );
}

function bytesOf(text: string): number {
  return Buffer.byteLength(text);
}

function callsOf(message: ModelRequest['messages'][number]): string {
  return message.role === 'assistant' && message.toolCalls !== undefined ? JSON.stringify(message.toolCalls) : '';
}
