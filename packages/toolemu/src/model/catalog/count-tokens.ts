import type { ModelMessage, ModelRequest } from '../../contract/index.ts';

/** Counts the tokens of a text. */
export type CountTokens = (text: string) => number;

/**
 * A counter of tokens by the encoding o200k_base, which is loaded at the first call. The counts are estimates for all
 * providers: those of OpenAI's newer models are nearly exact, others differ by some 20 %. What a call really used is in
 * its reply. Each text is counted once.
 */
export async function loadTokenCounter(): Promise<CountTokens> {
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
  const known = new Map<string, number>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const count = piecesOf(text).reduce((sum, piece) => sum + countTokens(piece, plainText), 0);
    known.set(text, count);
    return count;
  };
}

/** What looks like a special token is text like any other. */
const plainText = { disallowedSpecial: new Set<string>() };

/** Letters, marks or blanks without a break: the time to encode them grows with the square of their number. */
const longRun = /[\p{L}\p{M}]{257,}|[^\s\p{L}\p{N}]{257,}|\s{257,}/gu;
const longestPiece = 256;

/** A text, with its long runs cut up: each cut adds a token at most. */
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  let end = 0;
  for (const { 0: run, index } of text.matchAll(longRun)) {
    pieces.push(text.slice(end, index));
    for (let at = 0; at < run.length; at += longestPiece) pieces.push(run.slice(at, at + longestPiece));
    end = index + run.length;
  }
  pieces.push(text.slice(end));
  return pieces;
}

/** The tokens of a request's parts. Providers put tools and schema before the messages. */
export interface RequestTokens {
  readonly messages: readonly number[];
  readonly tools: number;
  readonly schema: number;
  readonly total: number;
}

/** Role and separators of a message, as OpenAI counts them. */
const aroundMessage = 4;

/** Counts the tokens of a request's input. */
export function countRequest({ messages, tools, schema }: ModelRequest, count: CountTokens): RequestTokens {
  const counted = {
    messages: messages.map((message) => aroundMessage + count(textOf(message))),
    tools: tools === undefined ? 0 : count(JSON.stringify(tools)),
    schema: schema === undefined ? 0 : count(JSON.stringify(schema.schema)),
  };
  return { ...counted, total: headTokens(counted, messages.length) };
}

function textOf(message: ModelMessage): string {
  const calls = message.role === 'assistant' ? (message.toolCalls ?? []) : [];
  return calls.length === 0 ? message.content : `${message.content}${JSON.stringify(calls)}`;
}

/** The tokens of a request up to the end of its first messages, tools and schema among them. */
export function headTokens({ messages, tools, schema }: Omit<RequestTokens, 'total'>, count: number): number {
  return messages.slice(0, count).reduce((sum, tokens) => sum + tokens, tools + schema);
}
