/** A body of a chat completion, or of Anthropic's messages. */
export interface RequestBody {
  readonly model?: string;
  readonly system?: unknown;
  readonly messages?: readonly RequestMessage[];
  readonly tools?: readonly unknown[];
  readonly [field: string]: unknown;
}

export interface RequestMessage {
  readonly role: string;
  readonly content?: unknown;
  readonly [field: string]: unknown;
}

/** A tool call in OpenAI's shape. */
export interface ReplyToolCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

/** What a model says: text, or calls of tools. */
export type Reply = string | { readonly content: string; readonly tool_calls: readonly ReplyToolCall[] };

export function answer(body: RequestBody): Reply;
