import type { RequestInit as UndiciRequest } from 'undici';
import { currentRoutes, failureOnRoute, proxyLogin } from './proxies.ts';

/** Every caller sets its own timeout. */
const withoutTimeouts = { headersTimeout: 0, bodyTimeout: 0 };

/**
 * `fetch` through the proxies of this process's environment, also for redirects. If a proxy fails, the cause of the error
 * is a `ProxyError`.
 */
export async function webFetch(input: string | URL, init: RequestInit = {}): Promise<Response> {
  const { Agent, fetch } = await import('undici');
  const findRoute = await currentRoutes();
  const route = findRoute(new URL(input));
  const byOrigin = new Agent(withoutTimeouts).compose(
    () => (options, handler) =>
      findRoute(new URL(options.origin ?? input)).dispatcher.dispatch({ ...options, ...withoutTimeouts }, handler),
  );
  let response: Response;
  try {
    // The two types differ only in their declarations.
    response = (await fetch(input, { ...init, dispatcher: byOrigin } as UndiciRequest)) as unknown as Response;
  } catch (error) {
    init.signal?.throwIfAborted();
    const { cause = error } = error as Error;
    throw new TypeError('fetch failed', { cause: failureOnRoute(cause, route) });
  }
  if (route.proxy === null || response.status !== proxyLogin) return response;
  await response.body?.cancel();
  throw new TypeError('fetch failed', { cause: failureOnRoute(new Error(`Proxy response (${proxyLogin})`), route) });
}
