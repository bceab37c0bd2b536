import type { McpHttpHandler } from '@modelcontextprotocol/server';
import { parseAccept } from 'hono/utils/accept';
import type { Hearing } from './hearing.ts';
import { createMessageLog, type MessageLog, messagesIn } from './message-log.ts';
import type { Sdk } from './tool-server.ts';

const jsonType = 'application/json';
const eventsType = 'text/event-stream';
const maxBodyBytes = 4 * 1024 * 1024;
const methodsBesideCalls: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'DELETE']);

/** Lets a handler answer a request in a form that the client accepts, and reports refusals to the hearing. */
export async function exchange(
  sdk: Sdk,
  request: Request,
  { handler, hearing }: { handler: McpHttpHandler; hearing: Hearing },
): Promise<Response> {
  const log = createMessageLog(hearing);
  const accepted = acceptedForm(request.headers.get('accept'));
  const response =
    request.method === 'POST'
      ? await answerPost(sdk, request, { accepted, handler, log })
      : await handler.fetch(request);
  if (!response.ok) {
    await refuse(response, request, hearing, log);
    return response;
  }
  if (response.body === null) return response;
  if (!isEvents(response)) {
    messagesIn(await response.clone().text()).forEach(log.send);
    return response;
  }
  if (accepted === 'events') return new Response(response.body.pipeThrough(eachEvent(log)), response);
  const messages = messagesInEvents(await response.text());
  messages.forEach(log.send);
  const headers = new Headers(response.headers);
  headers.set('content-type', jsonType);
  return Response.json(messages.length === 1 ? messages[0] : messages, { headers });
}

/** A response that refuses a request before it reaches an MCP server. */
export function problem(status: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', id: null, error: { code: -32001, message } }, { status });
}

/** Reports a refused request to the hearing. */
export async function refuse(
  response: Response,
  request: Request,
  hearing: Hearing,
  log: MessageLog = createMessageLog(hearing),
): Promise<void> {
  const isPost = request.method === 'POST';
  hearing.refuse(
    await describeRefusal(response, request),
    isPost ? log.mayHoldCall() : !methodsBesideCalls.has(request.method),
  );
}

/** Status and reason of a refusal. */
export async function describeRefusal(response: Response, { method }: Request): Promise<string> {
  const [body] = messagesIn(await response.clone().text());
  const { message = response.statusText } = (body?.error ?? {}) as { message?: string };
  return `${response.status}${method === 'POST' ? '' : ` for ${method}`}: ${message}`;
}

async function answerPost(
  sdk: Sdk,
  request: Request,
  { accepted, handler, log }: { accepted: 'events' | 'json' | null; handler: McpHttpHandler; log: MessageLog },
): Promise<Response> {
  const body = await sdk.readRequestBody(request, maxBodyBytes).catch(() => null);
  if (body === null) return problem(400, 'the request broke off');
  if (body.tooLarge) return problem(413, `a request has at most ${maxBodyBytes} bytes`);
  log.receive(body.text);
  if (accepted === null) return problem(406, `the client must accept ${jsonType}`);
  const headers = new Headers(request.headers);
  // The SDK requires both. A response in a form that the client does not accept is converted to JSON afterwards.
  headers.set('accept', `${jsonType}, ${eventsType}`);
  return handler.fetch(new Request(request.url, { method: 'POST', headers, body: body.text, signal: request.signal }));
}

/** The response form that an `Accept` header allows: events if it names them, else JSON; null for neither. */
function acceptedForm(header: string | null): 'events' | 'json' | null {
  if (header === null || header.trim() === '') return 'json';
  const qualities = new Map(parseAccept(header).map(({ type, q }) => [type.toLowerCase(), q]));
  const accepts = (...types: readonly string[]): boolean =>
    (types.map((type) => qualities.get(type)).find((quality) => quality !== undefined) ?? 0) > 0;
  if (accepts(eventsType, 'text/*')) return 'events';
  return accepts(jsonType, 'application/*', '*/*') ? 'json' : null;
}

function isEvents(response: Response): boolean {
  return response.headers.get('content-type')?.startsWith(eventsType) === true;
}

/** Logs each event before the client gets it. The SDK writes an event as one chunk. */
function eachEvent(log: MessageLog): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  return new TransformStream({
    transform(chunk, controller) {
      messagesInEvents(new TextDecoder().decode(chunk)).forEach(log.send);
      controller.enqueue(chunk);
    },
  });
}

function messagesInEvents(text: string): ReturnType<typeof messagesIn> {
  return text.split('\n').flatMap((line) => (line.startsWith('data:') ? messagesIn(line.slice('data:'.length)) : []));
}
