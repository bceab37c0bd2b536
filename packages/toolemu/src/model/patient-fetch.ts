import type { Agent, Dispatcher } from 'undici';
import type { Environment } from './endpoint.ts';

/** Sends a request that was made ready, and waits for as long as the signal lets it. */
export type Send = (signal?: AbortSignal) => Promise<Response>;

/** Makes a request ready, so that nothing is left to do but to send it. */
export type Prepare = (input: string | URL | Request, init?: Omit<RequestInit, 'signal'>) => Send;

/**
 * A `fetch` in two parts that is patient, and costs half as much: the built-in one gives up on headers after 300 seconds,
 * which a slow local server may need. It goes by way of the proxies that the environment names, follows no redirects and
 * asks for no compression.
 */
export async function preparePatiently(...request: Parameters<Prepare>): Promise<Send> {
  loading ??= createPrepare(process.env);
  return (await loading)(...request);
}

let loading: Promise<Prepare> | undefined;

/** The proxy that a request goes through, unless NO_PROXY names its host, did not let it pass or was not to be had. */
class ProxyError extends Error {
  override readonly name = 'ProxyError';
}

/** The same with the proxies of this environment; `options` say how to connect. */
export async function createPrepare(env: Environment, options: Agent.Options = {}): Promise<Prepare> {
  const { Agent, EnvHttpProxyAgent, request } = await import('undici');
  const direct = new Agent(options);
  const proxies = proxiesOf(env);
  const proxied = proxies === null ? direct : new EnvHttpProxyAgent({ ...options, ...proxies });
  return (input, { method = 'GET', headers, body } = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const dispatcher: Dispatcher = isNear(url) ? direct : proxied;
    const ready = {
      dispatcher,
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
        const bytes = await response.body.bytes();
        const { statusCode: status } = response;
        return new Response(bytes.length === 0 ? null : bytes, { status, headers: headersOf(response) });
      } catch (error) {
        signal?.throwIfAborted();
        const cause = dispatcher === direct ? error : new ProxyError((error as Error).message, { cause: error });
        throw new TypeError('fetch failed', { cause });
      }
    };
  };
}

interface Proxies {
  readonly httpProxy: string;
  readonly httpsProxy: string;
  readonly noProxy: string;
}

/** As curl has it the lower case counts first. Without HTTPS_PROXY the other one serves for both. */
function proxiesOf(env: Environment): Proxies | null {
  const httpProxy = proxyUrl(env['http_proxy'] ?? env['HTTP_PROXY']);
  const httpsProxy = proxyUrl(env['https_proxy'] ?? env['HTTPS_PROXY']);
  if (httpProxy === '' && httpsProxy === '') return null;
  return { httpProxy, httpsProxy, noProxy: env['no_proxy'] ?? env['NO_PROXY'] ?? '' };
}

/** Many write no more than `proxy:3128`. */
function proxyUrl(given = ''): string {
  const address = given.trim();
  if (address === '') return '';
  const url = address.includes('://') ? address : `http://${address}`;
  if (URL.canParse(url)) return url;
  throw new Error('the proxy that HTTP_PROXY or HTTPS_PROXY names is no URL: write one as in http://proxy:3128');
}

/** This machine, and hosts by a bare name, as the nodes of a cluster have: no proxy knows them. */
function isNear({ hostname }: URL): boolean {
  const isBareName = !/[.:]/.test(hostname);
  return isBareName || hostname.endsWith('.localhost') || /^127\.|^0\.0\.0\.0$|^\[::1?\]$/.test(hostname);
}

function headersOf({ headers }: { headers: Readonly<Record<string, string | string[] | undefined>> }): Headers {
  const kept = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    for (const one of [value ?? []].flat()) kept.append(name, one);
  }
  return kept;
}
