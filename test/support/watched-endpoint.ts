import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { FakeResponse } from '../../packages/toolemu/src/testing/fake-endpoint.ts';
import { completionOf, type Instead } from './openai-endpoint.ts';
import { answer, type Reply, type RequestBody } from './replies.mjs';
import { type Role, roleOf } from './requests.ts';

/** A request as the endpoint saw it; `n` counts from 1. Times are in milliseconds, by `performance.now`. */
export interface WatchedRequest {
  readonly n: number;
  readonly role: Role;
  readonly body: RequestBody;
  /** What it was allowed by. */
  readonly authorization: string | undefined;
  /** A hash of the body as it came. */
  readonly bodyHash: string;
  readonly arrivedAt: number;
  /** Requests under way when it came, itself among them. */
  readonly inFlight: number;
  /** `answered` with a reply, `failed` with anything else, `left` by its caller before the answer. */
  readonly fate: 'open' | 'answered' | 'failed' | 'left';
  /** What the answer said it used. */
  readonly tokens: Tokens;
}

export interface Tokens {
  readonly input: number;
  readonly output: number;
}

export interface WatchedEndpoint extends AsyncDisposable {
  /** The base URL, as in `http://127.0.0.1:4321/v1`. */
  readonly url: string;
  readonly requests: readonly WatchedRequest[];
  readonly answered: readonly WatchedRequest[];
  /** Resolves when no request is under way. */
  settled(): Promise<void>;
}

export interface WatchedOptions {
  /** By replies.mjs unless told otherwise. */
  readonly respond?: (request: WatchedRequest) => Reply | Instead;
  /** Milliseconds between a request and its answer. */
  readonly latencyMs?: number | ((request: WatchedRequest) => number);
  /** What an answer waits for beside that. */
  readonly held?: () => Promise<void>;
  /** What an answer says it used. */
  readonly tokens?: (body: RequestBody) => Tokens;
}

/** A server that speaks OpenAI's chat completions, takes its time, and knows what became of each request. */
export async function startWatchedEndpoint({
  respond = ({ body }) => answer(body),
  latencyMs = 0,
  held = async () => {},
  tokens = () => ({ input: 10, output: 5 }),
}: WatchedOptions = {}): Promise<WatchedEndpoint> {
  const requests: Writable<WatchedRequest>[] = [];
  const answered: WatchedRequest[] = [];
  let inFlight = 0;

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const text = await textFrom(incoming);
    // A caller that dies while it sends has sent no request.
    if (text === null) return;
    const request = open(incoming, text, inFlight);
    const response = respond(request);
    await wait(typeof latencyMs === 'number' ? latencyMs : latencyMs(request));
    await held();
    if (outgoing.destroyed) request.fate = 'left';
    else if (typeof response === 'object' && 'instead' in response) fail(request, response.instead, outgoing);
    else succeed(request, response, outgoing);
  }

  function open({ headers }: IncomingMessage, text: string, underWay: number): Writable<WatchedRequest> {
    const body = JSON.parse(text) as RequestBody;
    const request: Writable<WatchedRequest> = {
      n: requests.length + 1,
      role: roleOf(body),
      body,
      authorization: headers.authorization,
      bodyHash: hashOf(text),
      arrivedAt: performance.now(),
      inFlight: underWay,
      fate: 'open',
      tokens: { input: 0, output: 0 },
    };
    requests.push(request);
    return request;
  }

  function succeed(request: Writable<WatchedRequest>, reply: Reply, outgoing: ServerResponse): void {
    const { input, output } = tokens(request.body);
    request.fate = 'answered';
    request.tokens = { input, output };
    answered.push(request);
    const usage = { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
    send(outgoing, { body: completionOf(reply, usage) });
  }

  function fail(request: Writable<WatchedRequest>, response: FakeResponse, outgoing: ServerResponse): void {
    request.fate = 'failed';
    if (response === 'drop') outgoing.destroy();
    else if (response !== 'hang') send(outgoing, response);
  }

  const server = createServer((incoming, outgoing) => {
    inFlight += 1;
    outgoing.once('close', () => (inFlight -= 1));
    void handle(incoming, outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A TCP server's address is no string.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    answered,
    async settled() {
      while (inFlight > 0 || requests.some(({ fate }) => fate === 'open')) await wait(1);
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

async function textFrom(incoming: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of incoming) chunks.push(chunk);
  } catch {
    return null;
  }
  return Buffer.concat(chunks).toString('utf8');
}

function send(outgoing: ServerResponse, { status = 200, headers = {}, body }: Exclude<FakeResponse, string>): void {
  outgoing.writeHead(status, { 'content-type': 'application/json', ...headers });
  outgoing.end(JSON.stringify(body));
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
