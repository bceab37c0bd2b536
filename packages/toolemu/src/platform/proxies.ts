import type { Agent, Dispatcher, ProxyAgent } from 'undici';
import type { Environment } from './environment.ts';
import { withoutCredentials } from './secrets.ts';

/** The route of a request to its host. */
export interface Route {
  readonly dispatcher: Dispatcher;
  /** The proxy; null for a direct connection. */
  readonly proxy: Proxy | null;
}

export type FindRoute = (url: URL) => Route;

interface Proxy {
  /** The variable that sets it. */
  readonly variable: string;
  readonly url: URL;
}

/** A proxy that refused a request or could not be reached. The message never contains its password. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError';
}

/** Finds routes through the proxies of an environment. `options` configure connections. Throws for an invalid proxy URL. */
export async function createRoutes(env: Environment, options: Agent.Options = {}): Promise<FindRoute> {
  const undici = await import('undici');
  const direct = new undici.Agent(options);
  const agents = new Map<string, ProxyAgent>();
  const proxyOf = findProxies(env);
  return (url) => {
    const proxy = proxyOf(url);
    if (proxy === null) return { dispatcher: direct, proxy };
    const uri = proxy.url.href;
    const dispatcher = agents.get(uri) ?? new undici.ProxyAgent({ ...options, uri });
    agents.set(uri, dispatcher);
    return { dispatcher, proxy };
  };
}

/** The routes of this process. They follow its environment, since `.env` may add proxies later. */
export function currentRoutes(): Promise<FindRoute> {
  const key = variables.map((name) => process.env[name] ?? '').join('\n');
  if (current?.key !== key) current = { key, routes: createRoutes(process.env) };
  return current.routes;
}

let current: { readonly key: string; readonly routes: Promise<FindRoute> } | undefined;

/** A lowercase name takes precedence over the uppercase one, as in curl. */
const names = {
  http: ['http_proxy', 'HTTP_PROXY'],
  https: ['https_proxy', 'HTTPS_PROXY'],
  all: ['all_proxy', 'ALL_PROXY'],
  none: ['no_proxy', 'NO_PROXY'],
} as const;
const variables = Object.values(names).flat();

/** Without a proxy for https://, the one for http:// applies to both. */
function findProxies(env: Environment): (url: URL) => Proxy | null {
  const [http, https] = [readProxy(env, names.http), readProxy(env, names.https)];
  // Users often set ALL_PROXY for other programs, with unsupported schemes, so it is read only on use.
  const all = (): Proxy | undefined => readProxy(env, names.all);
  const noProxy = env[names.none[0]] ?? env[names.none[1]] ?? '';
  return (url) => {
    if (isNear(url) || isExempt(url, noProxy)) return null;
    return (url.protocol === 'https:' ? (https ?? all() ?? http) : (http ?? all())) ?? null;
  };
}

function readProxy(env: Environment, pair: readonly [string, string]): Proxy | undefined {
  const variable = pair.find((name) => env[name] !== undefined);
  const address = variable === undefined ? '' : (env[variable] ?? '').trim();
  if (variable === undefined || address === '') return undefined;
  // `proxy:3128` is common. With either kind of SOCKS, the proxy resolves host names.
  const url = URL.parse(address.includes('://') ? address.replace(/^socks5h:/i, 'socks5:') : `http://${address}`);
  if (url !== null && /^(?:https?|socks5?):$/.test(url.protocol)) return { variable, url };
  if (url !== null) throw new Error(`the proxy that ${variable} names has an unsupported scheme: ${url.protocol}`);
  throw new Error(
    `the proxy that ${variable} names is not a URL: write it as in http://proxy:3128 or socks5://proxy:1080`,
  );
}

/** This machine, and hosts with a bare name such as cluster nodes, which proxies do not know. */
function isNear({ hostname }: URL): boolean {
  const isBareName = !/[.:]/.test(hostname);
  return isBareName || hostname.endsWith('.localhost') || /^127\.|^0\.0\.0\.0$|^\[::1?\]$/.test(hostname);
}

/** Whether NO_PROXY matches the host: by its name, a suffix (`.example.org`), with a port, or by `*`. */
function isExempt({ hostname, port, protocol }: URL, noProxy: string): boolean {
  const host = hostname.replace(/^\[(.+)\]$/, '$1').replace(/\.$/, '');
  const usedPort = port === '' ? (protocol === 'https:' ? '443' : '80') : port;
  return noProxy.split(/[,\s]+/).some((entry) => {
    const [, bracketed, plain, onlyPort] = /^(?:\[(.+)\]|([^:]+))(?::(\d+))?$/.exec(entry) ?? [];
    const pattern = (bracketed ?? plain ?? entry).toLowerCase().replace(/\.$/, '');
    if (pattern === '' || (onlyPort !== undefined && onlyPort !== usedPort)) return false;
    const name = pattern.replace(/^\*?\./, '');
    return name === '*' || host.endsWith(`.${name}`) || (host === name && !pattern.startsWith('*'));
  });
}

/** The error of a request through a proxy. It names the proxy if the proxy failed. */
export function failureOnRoute(error: unknown, { proxy }: Route): unknown {
  if (proxy === null) return error;
  const { code = '', message } = innermost(error) as NodeJS.ErrnoException;
  // The certificate belongs to the host, and needs a different fix.
  if (/CERT|SIGNED|UNABLE_TO_/.test(code)) return error;
  return new ProxyError(`the proxy ${shownProxy(proxy)} ${problemOf(message || code, proxy)}`, { cause: error });
}

/** Status of a proxy that requires a password. */
export const proxyLogin = 407;

function problemOf(message: string, { url }: Proxy): string {
  const status = /Proxy response \((\d+)\)/.exec(message)?.[1] ?? (/\(407\)/.test(message) ? String(proxyLogin) : null);
  if (status === null) return `cannot be used: ${withoutCredentials(message)}`;
  if (status !== String(proxyLogin)) return `refused the connection (${status})`;
  return url.username === ''
    ? 'requires a user name and a password (407): write them as in http://NAME:PASSWORD@proxy:3128'
    : 'refused its user name and password (407)';
}

function shownProxy({ variable, url }: Proxy): string {
  return `${url.protocol}//${url.host} (${variable})`;
}

/** `fetch` wraps the original error, and a failed connection to several addresses contains the error of each. */
function innermost(error: unknown): unknown {
  if (error instanceof AggregateError && error.errors.length > 0) return innermost(error.errors[0]);
  return error instanceof Error && error.cause instanceof Error ? innermost(error.cause) : error;
}
