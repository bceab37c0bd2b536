import {
  chatCompletion,
  type FakeResponse,
  startFakeEndpoint,
} from '../../packages/toolemu/src/testing/fake-endpoint.ts';
import { answer, type Reply, type RequestBody } from './replies.mjs';
import { type Role, roleOf } from './requests.ts';

/** A request of a run; `n` counts from 1. */
export interface RoleRequest {
  readonly n: number;
  readonly role: Role;
  readonly body: RequestBody;
}

/** Something else than a model's reply: a response of any status, no answer at all, or a connection that is closed. */
export type Instead = { readonly instead: FakeResponse };

export interface OpenAiEndpoint extends AsyncDisposable {
  /** The base URL, as in `http://127.0.0.1:4321/v1`. */
  readonly url: string;
  readonly requests: readonly RoleRequest[];
  /** The requests of one role, in their order. */
  of(role: Role): RoleRequest[];
}

/** A server that speaks OpenAI's chat completions and answers as the test says; by replies.mjs unless told otherwise. */
export async function startOpenAiEndpoint(
  respond: (request: RoleRequest) => Reply | Instead = ({ body }) => answer(body),
): Promise<OpenAiEndpoint> {
  const requests: RoleRequest[] = [];
  const server = await startFakeEndpoint(({ n, path, body }) => {
    if (path !== '/v1/chat/completions') return { status: 404, body: { error: { message: `no such path: ${path}` } } };
    const request: RoleRequest = { n, body, role: roleOf(body) };
    requests.push(request);
    const reply = respond(request);
    if (typeof reply === 'object' && 'instead' in reply) return reply.instead;
    return { body: completionOf(reply) };
  });
  return {
    url: `${server.url}/v1`,
    requests,
    of: (role) => requests.filter((request) => request.role === role),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** The body of a chat completion that says this. */
export function completionOf(reply: Reply, usage?: object): unknown {
  const used = usage === undefined ? {} : { usage };
  if (typeof reply === 'string') return chatCompletion({ content: reply, ...used });
  const toolCalls = reply.tool_calls.map(({ id, function: called }) => ({ id, ...called }));
  return chatCompletion({ content: reply.content, toolCalls, ...used });
}

/** An error in OpenAI's shape. */
export function openAiError(
  status: number,
  error: {
    readonly message: string;
    readonly type?: string;
    readonly code?: string | null;
    readonly param?: string | null;
  },
): Instead {
  return { instead: { status, body: { error: { type: 'invalid_request_error', param: null, code: null, ...error } } } };
}
