import type { Agent } from 'undici';
import {
  createRoutes,
  currentRoutes,
  type Environment,
  failureOnRoute,
  type FindRoute,
  maxBodyBytes,
  proxyLogin,
  ResponseTooLong,
} from '../../platform/index.ts';

/** Sends a request that was made ready, and waits for as long as the signal lets it. */
export type Send = (signal?: AbortSignal) => Promise<Response>;

/** Makes a request ready, so that nothing is left to do but to send it. */
export type Prepare = (input: string | URL | Request, init?: Omit<RequestInit, 'signal'>) => Send;

/**
 * A `fetch` in two parts that is patient, and costs half as much: the built-in one gives up on headers after 300 seconds,
 * which a slow local server may need. Rejects with `ResponseTooLong` for a long body. It uses the proxies of the environment, follows no redirects and
 * asks for no compression.
 */
export async function preparePatiently(...request: Parameters<Prepare>): Promise<Send> {
  const routes = currentRoutes();
  if (preparing?.routes !== routes) preparing = { routes, prepare: routes.then(prepareOn) };
  return (await preparing.prepare)(...request);
}

let preparing: { readonly routes: Promise<FindRoute>; readonly prepare: Promise<Prepare> } | undefined;

/** The same with the proxies of this environment; `options` say how to connect. */
export async function createPrepare(env: Environment, options: Agent.Options = {}): Promise<Prepare> {
  return prepareOn(await createRoutes(env, options));
}

async function prepareOn(findRoute: FindRoute): Promise<Prepare> {
  const { request } = await import('undici');
  return (input, { method = 'GET', headers, body } = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const route = findRoute(url);
    const ready = {
      dispatcher: route.dispatcher,
      method: method as 'GET' | 'POST',
      headers: Object.fromEntries(new Headers(headers)),
      body: typeof body === 'string' ? Buffer.from(body) : ((body ?? null) as Uint8Array | null),
      // Said of each request: what a proxy is asked for knows nothing of the dispatcher's own.
      headersTimeout: 0,
      bodyTimeout: 0,
    };
    return async (signal) => {
      try {
        const response = await request(url, { ...ready, signal: signal ?? null });
        const { statusCode: status } = response;
        const bytes = await readBody(response.body, url);
        if (route.proxy !== null && status === proxyLogin) throw new Error(`Proxy response (${status})`);
        return new Response(bytes.length === 0 ? null : bytes, { status, headers: headersOf(response) });
      } catch (error) {
        signal?.throwIfAborted();
        if (error instanceof ResponseTooLong) throw error;
        throw new TypeError('fetch failed', { cause: failureOnRoute(error, route) });
      }
    };
  };
}

/** The bytes of a body. Leaving the loop closes the connection. */
async function readBody(body: AsyncIterable<Buffer>, url: URL): Promise<Uint8Array<ArrayBuffer>> {
  const maxBytes = maxBodyBytes();
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of body) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxBytes) throw new ResponseTooLong(url, maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function headersOf({ headers }: { headers: Readonly<Record<string, string | string[] | undefined>> }): Headers {
  const kept = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    for (const one of [value ?? []].flat()) kept.append(name, one);
  }
  return kept;
}
