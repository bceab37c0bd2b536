import {
  type FetchLike,
  SdkHttpError,
  SSEClientTransport,
  SseError,
  StreamableHTTPClientTransport,
  type Transport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { shownUrl } from '../tool-source.ts';
import { maskOf, secretsOf } from './secrets.ts';
import type { HttpConnection, McpServer } from './servers.ts';
import { countBytes, countEventBytes, webFetch } from '../../../platform/index.ts';
import { AnswerTooLong, longestAnswer } from './answer-too-long.ts';

/** A transport with the reason why this side closed it or a request failed; null if neither happened. */
export interface WatchedTransport {
  readonly transport: Transport;
  readonly failure: () => Error | null;
}

/** A server that responded with an error status. The message follows its name. */
export class RefusedByServer extends Error {
  override readonly name = 'RefusedByServer';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Opens a server at an address: over streamable HTTP, or where it takes no POST there over the older SSE. */
export async function throughHttp<T>(
  connection: HttpConnection,
  open: (watched: WatchedTransport) => Promise<T>,
): Promise<T> {
  const attempt = async (Transport: HttpTransport): Promise<T> => {
    const watched = watch(Transport, connection);
    try {
      return await open(watched);
    } catch (error) {
      throw watched.failure() ?? error;
    }
  };
  if (connection.isSse) return attempt(SSEClientTransport).catch((error) => refuse({ sse: error }));
  try {
    return await attempt(StreamableHTTPClientTransport);
  } catch (error) {
    if (!isOlder(error)) return refuse({ streamable: error });
    return attempt(SSEClientTransport).catch((other) => refuse({ streamable: error, sse: other }));
  }
}

/** Throws an error, as a refusal if it has an HTTP status. */
function refuse({ streamable, sse }: { readonly streamable?: unknown; readonly sse?: unknown }): never {
  const [status, older] = [statusOf(streamable), statusOf(sse)];
  const last = status ?? older;
  if (last === null) throw sse ?? streamable;
  const answers = [
    ...(status === null ? [] : [`${status}${saidBy(streamable)} to streamable HTTP`]),
    ...(older === null ? [] : [`${older} to SSE`]),
  ];
  throw new RefusedByServer(last, `answered with status ${answers.join(' and with ')}`);
}

function statusOf(error: unknown): number | null {
  if (error instanceof SdkHttpError) return error.status ?? null;
  if (error instanceof UnauthorizedError) return 401;
  return error instanceof SseError ? (error.code ?? null) : null;
}

/** The text of a refusal in addition to its status, unless it is an HTML page. */
function saidBy(error: unknown): string {
  const { text } = error instanceof SdkHttpError ? (error.data as { text?: unknown }) : {};
  const said = typeof text === 'string' && !text.trimStart().startsWith('<') ? text.trim() : '';
  return said === '' ? '' : ` (${said})`;
}

type HttpTransport = typeof SSEClientTransport | typeof StreamableHTTPClientTransport;

function watch(Transport: HttpTransport, { url, headers }: HttpConnection): WatchedTransport {
  let failure: Error | null = null;
  const fetch = boundedFetch((error) => {
    failure = error;
    void transport.close();
  });
  const transport = new Transport(url, {
    requestInit: { headers: { ...headers } },
    // The SSE client keeps only the message of an error.
    fetch: async (...request) => {
      try {
        return await fetch(...request);
      } catch (error) {
        if (error instanceof TypeError) failure ??= error;
        throw error;
      }
    },
  });
  return { transport, failure: () => failure };
}

/** Whether a server is of the older transport, which takes no POST at its address. */
function isOlder(error: unknown): boolean {
  return error instanceof SdkHttpError && [400, 404, 405].includes(error.status ?? 0);
}

/** What is said of a server, without what may be secret, and at no great length. */
export function toldOf(text: string, server: McpServer): string {
  const { connection } = server;
  const plain = connection.kind === 'http' ? text.replaceAll(connection.url.href, shownUrl(connection.url)) : text;
  const shown = maskOf(secretsOf(server))(plain);
  return shown.length <= longestTold ? shown : `${shown.slice(0, longestTold).toWellFormed()}…`;
}

const longestTold = 500;

/**
 * {@link webFetch} with a limit on the size of a response body, or of each event in an event stream. Calls `onTooLong`
 * when it cuts off a body.
 */
function boundedFetch(onTooLong: (error: AnswerTooLong) => void): FetchLike {
  return async (url, init) => {
    const response = await webFetch(url, init);
    if (response.body === null) return response;
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
    const body = response.body.pipeThrough(bounded(isStream ? countEventBytes() : countBytes(), onTooLong));
    const { status, statusText, headers } = response;
    return new Response(body, { status, statusText, headers });
  };
}

function bounded(
  count: (chunk: Uint8Array) => number,
  onTooLong: (error: AnswerTooLong) => void,
): TransformStream<Uint8Array, Uint8Array> {
  return new TransformStream({
    transform(chunk, controller) {
      if (count(chunk) <= longestAnswer) controller.enqueue(chunk);
      else {
        const error = new AnswerTooLong();
        controller.error(error);
        onTooLong(error);
      }
    },
  });
}
