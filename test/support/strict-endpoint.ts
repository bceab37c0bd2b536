import { type FakeResponse, startFakeEndpoint } from '../../packages/toolemu/src/testing/fake-endpoint.ts';
import { completionOf } from './openai-endpoint.ts';
import { answer, type Reply, type RequestBody } from './replies.mjs';
import { anthropicRules } from './strict-anthropic.ts';
import { ollamaError, type OllamaModel, ollamaRules } from './strict-ollama.ts';
import { openAiRules } from './strict-openai.ts';
import { isFields, listOf, type Refusal, refusalOf, type Rule } from './strict-refusal.ts';
import { vllmError, vllmRules, type VllmServer } from './strict-vllm.ts';

/** The key it accepts. */
export const strictKey = 'sk-strict';

export interface StrictEndpoint extends AsyncDisposable {
  /** The base URL of all it stands in for, as in `http://127.0.0.1:4321/v1`. */
  readonly url: string;
  /** The bodies it answered. */
  readonly answered: readonly RequestBody[];
  readonly refused: readonly { readonly refusal: Refusal; readonly body: RequestBody }[];
}

/**
 * A server that speaks OpenAI's chat completions and Anthropic's messages and refuses what they refuse. What passes is
 * answered by replies.mjs unless the test says otherwise.
 */
export function startStrictEndpoint(respond: (body: RequestBody) => Reply = answer): Promise<StrictEndpoint> {
  return startStrict(providers, respond);
}

/** A server that refuses what vLLM refuses, was it started so. */
export function startStrictVllm(server?: VllmServer, respond = answer): Promise<StrictEndpoint> {
  const shape = { rules: vllmRules(server), error: vllmError, reply: (reply: Reply) => completionOf(reply) };
  return startStrict({ '/v1/chat/completions': shape }, respond);
}

/** A server that refuses what Ollama refuses, with a model that can do so much. */
export function startStrictOllama(model?: OllamaModel, respond = answer): Promise<StrictEndpoint> {
  const shape = { rules: ollamaRules(model), error: ollamaError, reply: (reply: Reply) => completionOf(reply) };
  return startStrict({ '/v1/chat/completions': shape }, respond);
}

async function startStrict(
  shapes: Readonly<Record<string, Shape>>,
  respond: (body: RequestBody) => Reply,
): Promise<StrictEndpoint> {
  const answered: RequestBody[] = [];
  const refused: { refusal: Refusal; body: RequestBody }[] = [];
  const server = await startFakeEndpoint(({ path, headers, body }): FakeResponse => {
    const shape = shapes[path];
    if (shape === undefined) return { status: 404, body: { error: { message: `Invalid URL (POST ${path})` } } };
    const refusal = refusalOf(shape.rules, { headers, body });
    if (refusal !== null) {
      refused.push({ refusal, body });
      return { status: refusal.status, body: shape.error(refusal) };
    }
    answered.push(body);
    return { body: shape.reply(respond(body), body) };
  });
  return {
    url: `${server.url}/v1`,
    answered,
    refused,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

interface Shape {
  readonly rules: readonly Rule[];
  readonly error: (refusal: Refusal) => unknown;
  readonly reply: (reply: Reply, body: RequestBody) => unknown;
}

const providers: Readonly<Record<string, Shape>> = {
  '/v1/chat/completions': {
    rules: openAiRules(strictKey),
    error: ({ message, param = null, code = null }) => ({
      error: { message, type: 'invalid_request_error', param, code },
    }),
    reply: (reply) => completionOf(reply),
  },
  '/v1/messages': {
    rules: anthropicRules(strictKey),
    error: ({ message, type }) => ({ type: 'error', error: { type, message }, request_id: 'req_strict' }),
    reply: messageOf,
  },
};

/** Anthropic's message. Where a tool must be called, the first one is, with the object the reply is. */
function messageOf(reply: Reply, { model, tools, tool_choice: choice }: RequestBody): unknown {
  const said = typeof reply === 'string' ? { content: reply, tool_calls: [] } : reply;
  const isForced = isFields(choice) && choice.type !== 'auto' && choice.type !== 'none';
  const uses = isForced
    ? [{ id: 'forced', name: listOf(tools)[0]?.name, input: JSON.parse(said.content) }]
    : said.tool_calls.map(({ id, function: called }) => ({
        id,
        name: called.name,
        input: JSON.parse(called.arguments),
      }));
  const text = isForced || said.content === '' ? [] : [{ type: 'text', text: said.content }];
  return {
    id: 'msg_strict',
    type: 'message',
    role: 'assistant',
    model,
    content: [...text, ...uses.map((use) => ({ type: 'tool_use', ...use }))],
    stop_reason: uses.length > 0 ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 10, output_tokens: 5 },
  };
}
