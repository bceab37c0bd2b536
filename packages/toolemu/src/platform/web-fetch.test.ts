import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { startForwardProxy } from '../../../../test/support/forward-proxy.ts';
import { createRoutes, ProxyError } from './proxies.ts';
import { webFetch } from './web-fetch.ts';

beforeEach(() => {
  for (const name of ['http_proxy', 'https_proxy', 'all_proxy', 'no_proxy']) {
    vi.stubEnv(name, undefined);
    vi.stubEnv(name.toUpperCase(), undefined);
  }
});
afterEach(() => void vi.unstubAllEnvs());

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => null,
    (error: Error) => error.cause,
  );
}

test.each(['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy'])(
  'goes through the proxy that %s names, with its password',
  async (variable) => {
    const to = await serve((_request, response) => response.end('hello'));
    await using proxy = await startForwardProxy({ to });
    vi.stubEnv(variable, proxy.url.replace('//', '//kim:s%40fe@'));
    expect(await (await webFetch('http://shop.test/a?b=c')).text()).toBe('hello');
    expect(proxy.asked).toEqual(['GET http://shop.test/a?b=c']);
    expect(proxy.logins).toEqual([`Basic ${Buffer.from('kim:s@fe').toString('base64')}`]);
  },
);

test.each([
  [{ HTTPS_PROXY: 'http://one:1', HTTP_PROXY: 'http://two:1', ALL_PROXY: 'http://three:1' }, 'https://a.test', 'one'],
  [{ HTTP_PROXY: 'http://two:1', ALL_PROXY: 'http://three:1' }, 'https://a.test', 'three'],
  [{ HTTP_PROXY: 'http://two:1' }, 'https://a.test', 'two'],
  [{ HTTPS_PROXY: 'http://one:1' }, 'http://a.test', undefined],
  [{ HTTPS_PROXY: 'http://one:1', ALL_PROXY: 'http://three:1' }, 'http://a.test', 'three'],
  [{ ALL_PROXY: 'socks5h://three:1' }, 'http://a.test', 'three'],
  [{ all_proxy: 'three:1', ALL_PROXY: 'http://four:1' }, 'http://a.test', 'three'],
  [{ ALL_PROXY: 'three:1', NO_PROXY: 'b.test, .a.test' }, 'http://a.test', undefined],
  [{ ALL_PROXY: 'three:1', NO_PROXY: '*.a.test' }, 'http://a.test', 'three'],
  [{ ALL_PROXY: 'three:1', NO_PROXY: '*.a.test' }, 'http://x.a.test', undefined],
  [{ ALL_PROXY: 'three:1', NO_PROXY: 'a.test:8080' }, 'http://a.test', 'three'],
  [{ ALL_PROXY: 'three:1', NO_PROXY: 'A.test:8080' }, 'http://a.test:8080', undefined],
  [{ ALL_PROXY: 'three:1', NO_PROXY: 'a.test:443' }, 'https://a.test', undefined],
  [{ ALL_PROXY: 'three:1', NO_PROXY: 'fe80::1 [fe80::2]:80' }, 'http://[fe80::1]', undefined],
  [{ ALL_PROXY: 'three:1', NO_PROXY: 'fe80::1 [fe80::2]:80' }, 'http://[fe80::2]', undefined],
  [{ ALL_PROXY: 'three:1', NO_PROXY: 'fe80::1 [fe80::2]:80' }, 'http://[fe80::3]', 'three'],
  [{ ALL_PROXY: 'socks4://three:1' }, 'http://localhost', undefined],
])('%j sends %s through %s', async (env, url, host) => {
  const findRoute = await createRoutes(env as Record<string, string>);
  expect(findRoute(new URL(url)).proxy?.url.hostname).toBe(host);
});

test('names a proxy with an unsupported scheme on use', async () => {
  vi.stubEnv('ALL_PROXY', 'socks4://old:1080');
  await expect(webFetch('http://a.test')).rejects.toThrow('ALL_PROXY names has an unsupported scheme: socks4:');
});

describe('a proxy that fails', () => {
  test.each([
    ['HTTP_PROXY', 'http://shop.test/', 407, 'refused its user name and password (407)'],
    ['HTTPS_PROXY', 'https://shop.test/', 407, 'refused its user name and password (407)'],
    ['ALL_PROXY', 'https://shop.test/', 502, 'refused the connection (502)'],
  ])('is named by %s for %s, without its password', async (variable, url, refuses, problem) => {
    await using proxy = await startForwardProxy({ refuses });
    vi.stubEnv(variable, proxy.url.replace('//', '//kim:geheim@'));
    const failure = await failureOf(webFetch(url));
    expect(failure).toBeInstanceOf(ProxyError);
    expect((failure as Error).message).toBe(`the proxy ${proxy.url} (${variable}) ${problem}`);
  });

  test('is reported to require a password if it has none', async () => {
    await using proxy = await startForwardProxy({ refuses: 407 });
    vi.stubEnv('HTTP_PROXY', proxy.url);
    expect(await failureOf(webFetch('http://shop.test/'))).toMatchObject({
      message: expect.stringContaining('requires a user name and a password (407)') as string,
    });
  });

  test.each(['http://shop.test/', 'https://shop.test/'])('is named if it cannot be reached, for %s', async (url) => {
    vi.stubEnv('ALL_PROXY', 'http://kim:geheim@127.0.0.1:9');
    const failure = await failureOf(webFetch(url));
    expect(failure).toBeInstanceOf(ProxyError);
    expect((failure as Error).message).toMatch(/^the proxy http:\/\/127\.0\.0\.1:9 \(ALL_PROXY\) .*ECONNREFUSED/);
  });

  test('is not blamed for a host that is asked directly', async () => {
    vi.stubEnv('ALL_PROXY', 'http://proxy.test:3128');
    const failure = await failureOf(webFetch('http://127.0.0.1:9/'));
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(ProxyError);
  });
});

test('follows a redirect by the route of its own host', async () => {
  const near = await serve((_request, response) => response.end('near'));
  const far = await serve((_request, response) => {
    response.writeHead(302, { location: `http://127.0.0.1:${near}/b` }).end();
  });
  await using proxy = await startForwardProxy({ to: far });
  vi.stubEnv('HTTP_PROXY', proxy.url);
  expect(await (await webFetch('http://shop.test/a')).text()).toBe('near');
  expect(proxy.asked).toEqual(['GET http://shop.test/a']);
});

test('streams a body, and ends with its signal', async () => {
  const to = await serve((_request, response) => response.write('first'));
  await using proxy = await startForwardProxy({ to });
  vi.stubEnv('HTTP_PROXY', proxy.url);
  const controller = new AbortController();
  const response = await webFetch('http://shop.test/', { signal: controller.signal });
  const reader = response.body?.getReader();
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('first');
  controller.abort(new Error('enough'));
  await expect(reader?.read()).rejects.toThrow('enough');
});

test('uses a proxy that is set after the first request', async () => {
  const to = await serve((_request, response) => response.end('hello'));
  await webFetch(`http://127.0.0.1:${to}/`);
  await using proxy = await startForwardProxy({ to });
  vi.stubEnv('HTTP_PROXY', proxy.url);
  await webFetch('http://shop.test/');
  expect(proxy.asked).toHaveLength(1);
});

test.each(['kim:s%40fe%2F1', 'kim:100%'])('sends the login of an address in a header: %s', async (login) => {
  const port = await serve((request, response) => response.end(request.headers.authorization));
  const text = await (await webFetch(`http://${login}@127.0.0.1:${port}/`)).text();
  const password = login === 'kim:100%' ? '100%' : 's@fe/1';
  expect(text).toBe(`Basic ${Buffer.from(`kim:${password}`).toString('base64')}`);
});
