import type { LanguageModel, ModelReply, ModelRequest } from '../contract/index.ts';

/** What a scripted model answers with: a text, the parts of a reply that matter, or an error to throw. */
export type ScriptedReply = string | Partial<ModelReply> | Error;

/** A language model that plays a script, and the requests it was sent. */
export interface ScriptedModel extends LanguageModel {
  readonly calls: readonly ModelRequest[];
}

/** A script: a function of the request and its number from 1, or replies in the order of the calls. */
export type Script =
  | { readonly reply: (request: ModelRequest, n: number) => ScriptedReply | Promise<ScriptedReply> }
  | { readonly replies: readonly ScriptedReply[] };

/**
 * A language model for tests. A call that the script has no reply for throws.
 *
 * @example
 * const model = createScriptedModel({ replies: ['Final Answer: done'] });
 */
export function createScriptedModel(script: Script & { readonly name?: string }): ScriptedModel {
  const name = script.name ?? 'scripted/model';
  const calls: ModelRequest[] = [];
  return {
    name,
    calls,
    async generate(request) {
      request.signal?.throwIfAborted();
      // A caller may go on appending to its messages.
      calls.push({ ...request, messages: [...request.messages] });
      const reply = await nextReply(script, request, calls.length, name);
      if (reply instanceof Error) {
        throw reply;
      }
      return toModelReply(typeof reply === 'string' ? { text: reply } : reply, request);
    },
  };
}

function nextReply(
  script: Script,
  request: ModelRequest,
  n: number,
  name: string,
): ScriptedReply | Promise<ScriptedReply> {
  if ('reply' in script) {
    return script.reply(request, n);
  }
  const reply = script.replies[n - 1];
  return reply ?? new Error(`${name}: call ${n} was not planned (${script.replies.length} were): ${lastOf(request)}`);
}

function lastOf({ messages }: ModelRequest): string {
  const last = messages.at(-1);
  return last === undefined ? 'no messages' : `${last.role}: ${last.content.slice(0, 500)}`;
}

function toModelReply(reply: Partial<ModelReply>, { parameters, schema }: ModelRequest): ModelReply {
  const toolCalls = reply.toolCalls ?? [];
  const sent = Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== undefined));
  return {
    text: '',
    finish: toolCalls.length > 0 ? 'tool-calls' : 'stop',
    usage: { inputTokens: 0, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 0, reasoningTokens: 0 },
    sent: { ...sent, schema: schema !== undefined },
    responseModel: null,
    ...reply,
    toolCalls,
  };
}
