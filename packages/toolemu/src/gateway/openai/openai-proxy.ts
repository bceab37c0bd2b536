import { isObject, type Json, type JsonObject, type ModelProxy, parseJson } from '../../contract/index.ts';
import { createHash } from 'node:crypto';
import { holdsWrittenCall } from '../../agent/index.ts';
import { splitReasoning } from '../../model/index.ts';
import { CallRefused, over, type Session } from '../session.ts';
import type { Sdk } from '../tool-server.ts';
import { createChatDialect } from './chat-dialect.ts';
import { converse, type Progress, UnusableReply } from './converse.ts';
import type { Dialect } from './dialect.ts';
import { createProxyTools, type ProxyTools } from './proxy-tools.ts';
import { createResponsesDialect } from './responses-dialect.ts';
import { type Upstream, UpstreamError } from './upstream.ts';

/** An OpenAI-compatible endpoint between an agent and its model. */
export interface OpenAiProxy {
  /** Answers a request for a path below the base URL, as in `chat/completions`. */
  answer(request: Request, path: string): Promise<Response>;
  /** Ends all requests to the model. */
  close(): void;
}

/** A request of the agent that is being answered. */
interface Attempt {
  readonly signal: AbortSignal;
  readonly progress: Progress;
  /** Settles once nothing changes the progress any more. */
  readonly settled: Promise<unknown>;
  hasFailed: boolean;
}

const maxBodyBytes = 16 * 1024 * 1024;
const maxOpenRequests = 16;
/** Requests that are remembered, so that an equal one continues them. */
const maxKeptRequests = 64;

/**
 * Creates a proxy for one session. It offers the model the emulated tools, carries out the model's calls of them, and
 * hands the agent only the rest: a reply without a call, or calls of the agent's own tools.
 */
export function createOpenAiProxy(
  sdk: Sdk,
  session: Session,
  { upstream, tools: which }: { readonly upstream: Upstream; readonly tools: ModelProxy['tools'] },
): OpenAiProxy {
  const tools = createProxyTools(session.tools);
  const dialects: Readonly<Record<string, Dialect>> = {
    'chat/completions': createChatDialect(),
    responses: createResponsesDialect(),
  };
  const attempts = new Map<string, Attempt[]>();
  const closed = new AbortController();
  const carriedOut: { tool: string; args: JsonObject | null }[] = [];
  let openRequests = 0;

  const refuse = (status: number, message: string, headers: Record<string, string> = {}): Response => {
    session.hearing.refuse(`${status}: ${message}`, false);
    return Response.json(
      { error: { message, type: 'invalid_request_error', param: null, code: null } },
      { status, headers },
    );
  };

  const ask = async (request: Request, path: string, dialect: Dialect): Promise<Response> => {
    const body = await sdk.readRequestBody(request, maxBodyBytes).catch(() => null);
    if (body === null) return refuse(400, 'the request broke off');
    if (body.tooLarge) return refuse(413, `a request has at most ${maxBodyBytes} bytes`);
    const asked = parseJson(body.text);
    if (!isObject(asked)) return refuse(400, 'the body must be a JSON object');
    const problem = dialect.problemOf(asked);
    if (problem !== null) return refuse(400, problem);
    if (session.isOver) return refuse(410, over);
    const offered = toolsFor(asked, { dialect, tools, which });
    const key = createHash('sha256').update(`${path}\n${body.text}`).digest('hex');
    const attempt = await beginAttempt(attempts, key, request.signal, () => ({
      request: dialect.withTools(dialect.withHiddenTurns(plainRequest(asked, upstream.model)), offered),
      added: [],
      usage: undefined,
      reply: null,
    }));
    const settled = converse(attempt.progress, {
      dialect,
      tools,
      asked,
      send: (next) => upstream.send(path, next, AbortSignal.any([request.signal, closed.signal])),
      async carryOut({ text }, call) {
        const made = tools.clientCall(call, splitReasoning(text).said.trim());
        const { content } = await session.call(made);
        const { name, arguments: args } = made;
        carriedOut.push({ tool: name, args: isObject(args) ? args : null });
        return content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
      },
      quitReason: () => session.quitReason,
      onTurn: ({ calls, text }) => {
        session.hearing.answer();
        if (offered.length > 0) session.hearing.list();
        session.hearing.write(
          offered.length > 0 &&
            calls.length === 0 &&
            holdsWrittenCall(splitReasoning(text).said, session.tools, carriedOut),
        );
      },
    });
    try {
      attempt.settle(settled);
      const reply = await settled;
      if (!request.signal.aborted) attempt.finish();
      return asked.stream === true
        ? new Response(dialect.eventsOf(reply, asked), { headers: eventHeaders })
        : Response.json(reply);
    } catch (error) {
      attempt.fail();
      return failure(error, refuse);
    }
  };

  return {
    async answer(request, path) {
      session.touch();
      if (path === 'models' && request.method === 'GET') return Response.json(modelList(upstream.model));
      const dialect = Object.hasOwn(dialects, path) ? dialects[path] : undefined;
      if (dialect === undefined)
        return refuse(404, `there is no "${path}" here: there are ${Object.keys(dialects).join(', ')} and models`);
      if (request.method !== 'POST') return refuse(405, `${path} takes POST, and not ${request.method}`);
      if (openRequests >= maxOpenRequests)
        return refuse(429, `${maxOpenRequests} requests are open already`, { 'retry-after': '1' });
      openRequests += 1;
      const release = session.hold();
      try {
        return await ask(request, path, dialect);
      } finally {
        release();
        openRequests -= 1;
      }
    },
    close() {
      closed.abort();
    },
  };
}

const eventHeaders = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' };

/** The emulated tools of a request: all, or those that it offers itself. Tools that it forbids stay as they are. */
function toolsFor(
  asked: JsonObject,
  {
    dialect,
    tools: { offered },
    which,
  }: { readonly dialect: Dialect; readonly tools: ProxyTools; readonly which: ModelProxy['tools'] },
): ProxyTools['offered'] {
  const own = new Set(dialect.offeredNames(asked));
  return which === 'own' || asked.tool_choice === 'none' ? offered.filter(({ name }) => own.has(name)) : offered;
}

/** A request as the model gets it: for its model, and in one piece, which the proxy reads before the agent does. */
function plainRequest(asked: JsonObject, model: string): JsonObject {
  const kept = Object.entries(asked).filter(([name]) => name !== 'stream' && name !== 'stream_options');
  return { ...Object.fromEntries(kept), model };
}

/**
 * Begins to answer a request, or continues an equal one that broke off: otherwise a client that sends its request again
 * would have its model's calls carried out twice.
 */
async function beginAttempt(
  attempts: Map<string, Attempt[]>,
  key: string,
  signal: AbortSignal,
  begin: () => Progress,
): Promise<{
  readonly progress: Progress;
  readonly settle: (settled: Promise<unknown>) => void;
  readonly fail: () => void;
  readonly finish: () => void;
}> {
  const open = attempts.get(key) ?? [];
  // Sets it last in the order of the map, whose first key is then the oldest.
  attempts.delete(key);
  attempts.set(key, open);
  const [oldest = key] = attempts.keys();
  if (attempts.size > maxKeptRequests) attempts.delete(oldest);
  const broken = open.findIndex((one) => one.hasFailed || one.signal.aborted);
  const [earlier] = broken === -1 ? [] : open.splice(broken, 1);
  const { promise, resolve } = Promise.withResolvers<unknown>();
  // What an attempt was doing when its client left is finished before another one continues it.
  await earlier?.settled;
  const attempt: Attempt = { signal, progress: earlier?.progress ?? begin(), settled: promise, hasFailed: false };
  open.push(attempt);
  return {
    progress: attempt.progress,
    settle: (settled) => void settled.then(resolve, resolve),
    fail() {
      attempt.hasFailed = true;
    },
    finish() {
      open.splice(open.indexOf(attempt), 1);
      if (open.length === 0) attempts.delete(key);
    },
  };
}

function failure(
  error: unknown,
  refuse: (status: number, message: string, headers?: Record<string, string>) => Response,
): Response {
  if (error instanceof CallRefused) return refuse(410, error.message);
  if (error instanceof UpstreamError) return refuse(502, error.message);
  if (!(error instanceof UnusableReply)) return refuse(500, 'the request was broken off');
  const { status, body, retryAfter } = error.response;
  const message = messageIn(body);
  const refusal = refuse(
    status === 200 ? 502 : status,
    status === 200 ? "the model's endpoint sent no reply that can be read" : (message ?? error.message),
    retryAfter === null ? {} : { 'retry-after': retryAfter },
  );
  return status !== 200 && message !== null ? new Response(JSON.stringify(body), refusal) : refusal;
}

function messageIn(body: Json | null): string | null {
  if (!isObject(body)) return null;
  const { error } = body;
  if (typeof error === 'string') return error;
  return isObject(error) && typeof error.message === 'string' ? error.message : null;
}

function modelList(model: string): JsonObject {
  return { object: 'list', data: [{ id: model, object: 'model', created: 0, owned_by: 'proxy' }] };
}
