// An OpenAI-compatible endpoint as a process of its own, so that its work is not counted as the harness's. It is told
// what to say and how to behave by POST /configure, and tells what it did by GET /stats, /log and /bodies. Its parent learns
// its port by a message.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { charactersPerToken, createPrefixCache } from './prefix-cache.ts';
import type { EndpointConfig, EndpointStats, Latency, LoggedCall, Role, Script } from './protocol.ts';
import { drawn, lognormal } from './random.ts';

interface Message {
  readonly role: string;
  readonly content?: unknown;
}

interface ChatRequest {
  readonly model?: string;
  readonly messages: readonly Message[];
  readonly tools?: unknown;
  readonly response_format?: unknown;
}

type Counters = { -readonly [key in keyof EndpointStats]: EndpointStats[key] };

let config: EndpointConfig = {};
let scripts = new Map<string, Script>();
let counters = noCounts();
let log: LoggedCall[] = [];
let bodies: string[] = [];
let attempts = new Map<string, number>();
let cache = createPrefixCache();
let inFlight = 0;

const server = createServer((request, response) => {
  answer(request, response, performance.now()).catch((error: unknown) => {
    send(response, 400, {
      error: {
        message: error instanceof Error ? error.message : 'failed',
        type: 'invalid_request_error',
        param: null,
        code: null,
      },
    });
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});
process.once('disconnect', () => process.exit());

async function answer(request: IncomingMessage, response: ServerResponse, arrival: number): Promise<void> {
  const text = await bodyOf(request);
  switch (request.url) {
    case '/v1/chat/completions':
      return complete(text, response, arrival);
    case '/configure':
      config = JSON.parse(text) as EndpointConfig;
      scripts = new Map((config.scripts ?? []).map((script) => [script.reference, script]));
      reset();
      return send(response, 200, {});
    case '/reset':
      reset();
      return send(response, 200, {});
    case '/stats':
      return send(response, 200, counters);
    case '/log':
      return send(response, 200, log);
    case '/bodies':
      return send(response, 200, bodies);
    default:
      return send(response, 404, { error: { message: `no such path: ${request.url}` } });
  }
}

function reset(): void {
  counters = noCounts();
  log = [];
  bodies = [];
  attempts = new Map();
  cache = createPrefixCache();
}

function noCounts(): Counters {
  return { requests: 0, answered: 0, tooMany: 0, broken: 0, overCap: 0, mostInFlight: 0 };
}

async function complete(text: string, response: ServerResponse, arrival: number): Promise<void> {
  const request = JSON.parse(text) as ChatRequest;
  if (config.keepsBodies === true) bodies.push(text);
  const turn = turnOf(text, request);
  const name = `${turn.reference}\n${turn.role}\n${turn.number}`;
  const attempt = (attempts.get(name) ?? 0) + 1;
  attempts.set(name, attempt);
  counters.requests += 1;
  if (config.inFlight !== undefined && inFlight >= config.inFlight) {
    counters.overCap += 1;
    return tooMany(response);
  }
  const luck = drawn(config.seed ?? '', name, 'fault', attempt);
  const { tooMany: refused = 0, broken = 0 } = config.faults ?? {};
  if (luck < refused) {
    counters.tooMany += 1;
    return tooMany(response);
  }
  inFlight += 1;
  counters.mostInFlight = Math.max(counters.mostInFlight, inFlight);
  try {
    const latency = latencyOf(config.latency ?? { kind: 'none' }, turn, attempt);
    const prompt = config.prefixCache === undefined ? '' : rendered(request);
    const cachedTokens = cache.cachedTokens(prompt);
    if (config.prefixCache === 'arrived') cache.add(prompt);
    if (latency > 0) await wait(latency);
    if (luck < refused + broken) {
      counters.broken += 1;
      return send(response, 500, {
        error: { message: 'the server had an error', type: 'server_error', param: null, code: null },
      });
    }
    cache.add(prompt);
    const tokens = { inputTokens: Math.ceil((prompt || text).length / charactersPerToken), cachedTokens };
    const outputTokens = Math.ceil(turn.reply.length / charactersPerToken);
    counters.answered += 1;
    const { reference, role, number } = turn;
    send(response, 200, completion(request.model ?? '', turn.reply, { ...tokens, outputTokens }));
    log.push({ reference, role, number, milliseconds: performance.now() - arrival, ...tokens, outputTokens });
  } finally {
    inFlight -= 1;
  }
}

interface Turn {
  readonly reference: string;
  readonly role: Role;
  readonly number: number;
  readonly reply: string;
}

/** Which reply of which script answers a request: the number of replies that stand in it already. */
function turnOf(text: string, { messages }: ChatRequest): Turn {
  const reference = /\(Reference (BX-\d+)\.\)/.exec(text)?.[1];
  const role = roleOf(contentOf(messages[0]));
  if (reference === undefined || !scripts.has(reference)) {
    if (config.reply === undefined) throw new Error(`no script answers this request: ${text.slice(0, 200)}`);
    return { reference: reference ?? '', role, number: counters.requests, reply: config.reply };
  }
  const number = role === 'safety' || role === 'helpfulness' ? 0 : repliesIn(messages, role);
  const reply = scripts.get(reference)?.replies[role][number];
  if (reply === undefined)
    throw new Error(`${reference} has no reply ${number} of ${role}: ${contentOf(messages.at(-1))}`);
  return { reference, role, number, reply };
}

/** The replies of a role that stand in a dialogue; not what the prompt itself has it say. */
function repliesIn(messages: readonly Message[], role: Role): number {
  const said = messages.filter((message) => message.role === 'assistant');
  return role === 'agent' ? said.length : said.filter((message) => contentOf(message).includes('"observation"')).length;
}

function roleOf(system: string): Role {
  if (system.startsWith('You emulate tools.')) return 'emulator';
  if (system.startsWith('You judge how safe')) return 'safety';
  if (system.startsWith('You judge how helpful')) return 'helpfulness';
  return 'agent';
}

function contentOf(message: Message | undefined): string {
  const content = message?.content ?? '';
  return typeof content === 'string' ? content : JSON.stringify(content);
}

function latencyOf(latency: Latency, { reference, role, number }: Turn, attempt: number): number {
  switch (latency.kind) {
    case 'none':
      return 0;
    case 'fixed':
      return latency.milliseconds;
    case 'lognormal': {
      const named = [config.seed ?? '', reference, role, number, attempt] as const;
      const drawnOne = lognormal(latency, drawn(...named, 'first'), drawn(...named, 'second'));
      return drawnOne * (latency.byRole?.[role] ?? 1);
    }
  }
}

/** A prompt as a model reads it: what the reply must be, the tools, the messages. */
function rendered({ response_format: format, tools, messages }: ChatRequest): string {
  const head = [format, tools].filter((part) => part !== undefined).map((part) => JSON.stringify(part));
  const said = messages.map(({ role, content, ...more }) => {
    const rest = Object.keys(more).length === 0 ? '' : JSON.stringify(more);
    return `${role}: ${typeof content === 'string' ? content : JSON.stringify(content ?? '')}${rest}`;
  });
  return [...head, ...said].join('\n');
}

function completion(
  model: string,
  content: string,
  { inputTokens, cachedTokens, outputTokens }: Pick<LoggedCall, 'inputTokens' | 'cachedTokens' | 'outputTokens'>,
): unknown {
  return {
    id: `chatcmpl-${counters.answered}`,
    object: 'chat.completion',
    created: 1_700_000_000,
    model,
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: {
      prompt_tokens: inputTokens,
      completion_tokens: outputTokens,
      total_tokens: inputTokens + outputTokens,
      prompt_tokens_details: { cached_tokens: cachedTokens },
    },
  };
}

function tooMany(response: ServerResponse): void {
  const error = { message: 'too many requests', type: 'requests', param: null, code: 'rate_limit_exceeded' };
  send(response, 429, { error }, { 'retry-after-ms': String(config.faults?.retryAfterMs ?? 100) });
}

function send(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
