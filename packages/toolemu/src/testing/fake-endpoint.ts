import { type IncomingMessage, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the endpoint received it; `n` counts from 1. */
export interface FakeRequest {
  readonly n: number;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Readonly<Record<string, unknown>>;
}

/** What the endpoint answers: a body sent as JSON (a string as it stands), `hang` for no answer, `drop` to hang up. */
export type FakeResponse =
  | { readonly status?: number; readonly headers?: Readonly<Record<string, string>>; readonly body: unknown }
  | 'hang'
  | 'drop';

/** A real HTTP server on this machine that answers as the test says. */
export interface FakeEndpoint extends AsyncDisposable {
  /** As in `http://127.0.0.1:4321`. */
  readonly url: string;
  readonly requests: readonly FakeRequest[];
}

/** Starts a server whose every answer is `respond`'s. */
export async function startFakeEndpoint(respond: (request: FakeRequest) => FakeResponse): Promise<FakeEndpoint> {
  const requests: FakeRequest[] = [];
  const server = createServer((incoming, outgoing) => {
    void readBody(incoming).then((text) => {
      const { url = '', headers } = incoming;
      const request = { n: requests.length + 1, path: url, headers, body: JSON.parse(text || '{}') };
      requests.push(request);
      const response = respond(request);
      if (response === 'drop') {
        outgoing.destroy();
      } else if (response !== 'hang') {
        const { status = 200, body } = response;
        outgoing.writeHead(status, { 'content-type': 'application/json', ...response.headers });
        outgoing.end(typeof body === 'string' ? body : JSON.stringify(body));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A TCP server's address is no string.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The body of a chat completion, in OpenAI's shape. */
export function chatCompletion({
  content = null,
  toolCalls = [],
  finish,
  usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
  model = 'fake-1',
}: {
  readonly content?: string | null;
  readonly toolCalls?: readonly { readonly id: string; readonly name: string; readonly arguments: string }[];
  readonly finish?: string;
  readonly usage?: unknown;
  readonly model?: string;
}): unknown {
  const calls = toolCalls.map(({ id, ...called }) => ({ id, type: 'function', function: called }));
  const message = { role: 'assistant', content, ...(calls.length > 0 ? { tool_calls: calls } : {}) };
  const finishReason = finish ?? (calls.length > 0 ? 'tool_calls' : 'stop');
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_700_000_000,
    model,
    choices: [{ index: 0, message, finish_reason: finishReason }],
    usage,
  };
}
