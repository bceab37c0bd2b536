import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JsonObject } from '../../packages/toolemu/src/contract/index.ts';

/** A request as the server got it. */
export interface SeenRequest {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Message;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: JsonObject;
}

export interface HttpMcpServer extends AsyncDisposable {
  readonly url: string;
  readonly seen: readonly SeenRequest[];
}

/** What goes wrong: a method that is never answered, or is answered without end in one body or in one event; depth. */
export interface HttpMcpFaults {
  readonly hangs?: string;
  readonly floods?: string;
  readonly floodsEvents?: string;
  /** Levels of lists in the structured content of each call's result, and in the schema of a second tool. */
  readonly levels?: number;
}

const tools = [
  {
    name: 'read',
    description: 'Reads.',
    inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
    annotations: { readOnlyHint: true },
  },
];

/** Starts an MCP server over streamable HTTP on this machine. `read` answers in an event where its text is `event`. */
export async function startHttpMcpServer(faults: HttpMcpFaults = {}): Promise<HttpMcpServer> {
  const seen: SeenRequest[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    request.on('end', () => {
      const body = JSON.parse(text === '' ? '{}' : text) as Message;
      const { method = '', headers } = request;
      seen.push({ method, headers, body });
      if (method !== 'POST') response.writeHead(405).end();
      else if (body.id === undefined) response.writeHead(202).end();
      else answer(body, response, faults);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    seen,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answer({ id, method = '', params = {} }: Message, response: ServerResponse, faults: HttpMcpFaults): void {
  if (method === faults.hangs) return;
  if (method === faults.floods) {
    response.writeHead(200, { 'content-type': 'application/json' });
    flood(response, '[');
    return;
  }
  if (method === faults.floodsEvents) {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    flood(response, 'data: ');
    return;
  }
  const args = params.arguments as { text?: string } | undefined;
  const plain = JSON.stringify({ jsonrpc: '2.0', id, ...resultOf(method, params) });
  const { levels = 0 } = faults;
  const [open, close] = ['{"not":'.repeat(levels), '}'.repeat(levels)];
  const message =
    levels === 0
      ? plain
      : plain
          .replace('{"content":', `{"structuredContent":${open}{}${close},"content":`)
          .replace('{"tools":[', `{"tools":[{"name":"deep","inputSchema":${open}{}${close}},`);
  if (args?.text === 'event') {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    // Many events, none of them long.
    const remark = JSON.stringify({
      jsonrpc: '2.0',
      method: 'notifications/message',
      params: { data: 'x'.repeat(1e6) },
    });
    for (let count = 0; count < 15; count += 1) response.write(`event: message\r\ndata: ${remark}\r\n\r\n`);
    response.end(`data: ${message}\n\n`);
  } else response.writeHead(200, { 'content-type': 'application/json' }).end(message);
}

function resultOf(method: string, params: JsonObject): JsonObject {
  if (method === 'initialize') {
    const serverInfo = { name: 'notes', version: '1.0.0' };
    return { result: { protocolVersion: params.protocolVersion ?? '', capabilities: { tools: {} }, serverInfo } };
  }
  if (method === 'tools/list') return { result: { tools } };
  if (method !== 'tools/call') return { error: { code: -32601, message: 'no such method' } };
  return {
    result: { content: [{ type: 'text', text: `read ${(params.arguments as { text?: string }).text ?? ''}` }] },
  };
}

/** Writes as long as anybody listens. */
function flood(response: ServerResponse, first: string): void {
  response.write(first);
  const more = (): void => {
    if (!response.destroyed) response.write('x'.repeat(1e6), () => setImmediate(more));
  };
  more();
}
