import type { RequestInit as UndiciRequest } from 'undici';
import { withBodyLimit } from './body-limit.ts';
import { loginOf } from './login.ts';
import { currentRoutes, failureOnRoute, proxyLogin } from './proxies.ts';

/** Every caller sets its own timeout. */
const withoutTimeouts = { headersTimeout: 0, bodyTimeout: 0 };

/**
 * `fetch` through the proxies of this process's environment, also for redirects. If a proxy fails, the cause of the error
 * is a `ProxyError`. A body that is too long ends with `ResponseTooLong`.
 */
export async function webFetch(input: string | URL, init: RequestInit = {}): Promise<Response> {
  const { Agent, fetch } = await import('undici');
  const findRoute = await currentRoutes();
  const [url, headers] = withoutLogin(new URL(input), new Headers(init.headers));
  const route = findRoute(url);
  const byOrigin = new Agent(withoutTimeouts).compose(
    () => (options, handler) =>
      findRoute(new URL(options.origin ?? url)).dispatcher.dispatch({ ...options, ...withoutTimeouts }, handler),
  );
  let response: Response;
  try {
    // The two types differ in declarations alone.
    response = (await fetch(url, { ...init, headers, dispatcher: byOrigin } as UndiciRequest)) as unknown as Response;
  } catch (error) {
    init.signal?.throwIfAborted();
    const { cause = error } = error as Error;
    throw new TypeError('fetch failed', { cause: failureOnRoute(cause, route) });
  }
  if (route.proxy === null || response.status !== proxyLogin) return withBodyLimit(response, url);
  await response.body?.cancel();
  throw new TypeError('fetch failed', { cause: failureOnRoute(new Error(`Proxy response (${proxyLogin})`), route) });
}

/** The user and the password of an address are sent in a header. */
function withoutLogin(url: URL, headers: Headers): [URL, Headers] {
  const login = loginOf(url);
  if (login === null) return [url, headers];
  const plain = new URL(url);
  [plain.username, plain.password] = ['', ''];
  if (!headers.has('authorization')) headers.set('authorization', `Basic ${login.header}`);
  return [plain, headers];
}
