import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { connect, createServer as createTcpServer, type AddressInfo, type Server as TcpServer } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createModel } from '../create-model.ts';
import { createPrepare } from './patient-fetch.ts';

describe('a request where a proxy is named', () => {
  test.each(['HTTP_PROXY', 'http_proxy'])('goes by way of %s', async (variable) => {
    const proxy = await startProxy();
    const fetch = await patientFetch({ [variable]: proxy.url });
    const response = await fetch('http://model.test/v1/chat', { method: 'POST', body: '{}' });
    expect(await response.text()).toBe('by the proxy');
    expect(proxy.asked).toEqual(['POST http://model.test/v1/chat']);
  });

  test('goes through a tunnel where it is encrypted', async () => {
    const proxy = await startProxy();
    const endpoint = await startTcp();
    const fetch = await patientFetch({ HTTPS_PROXY: proxy.url, HTTP_PROXY: 'http://127.0.0.1:1' });
    proxy.tunnelsTo(endpoint.port);
    await expect(fetch('https://model.test/v1')).rejects.toThrow('fetch failed');
    expect(proxy.asked).toEqual(['CONNECT model.test:443']);
    // The client's greeting is a TLS handshake: the proxy sees nothing of the request.
    expect(endpoint.firstByte()).toBe(0x16);
  });

  test('tells the proxy who asks, where its address holds that', async () => {
    const proxy = await startProxy();
    const fetch = await patientFetch({ HTTP_PROXY: proxy.url.replace('//', '//kim:s%40fe@') });
    await fetch('http://model.test/');
    expect(proxy.authorizations).toEqual([`Basic ${Buffer.from('kim:s@fe').toString('base64')}`]);
  });

  test('may name it without http://', async () => {
    const proxy = await startProxy();
    const fetch = await patientFetch({ HTTP_PROXY: proxy.url.replace('http://', '') });
    expect(await (await fetch('http://model.test/')).text()).toBe('by the proxy');
  });

  test.each(['model.test', '.test', '*', 'other.example, model.test'])(
    'goes straight where NO_PROXY is %s',
    async (noProxy) => {
      const proxy = await startProxy();
      const endpoint = await startEndpoint();
      const env = { HTTP_PROXY: proxy.url, NO_PROXY: noProxy };
      const fetch = await patientFetch(env, { connect: { lookup: toThisMachine } });
      expect(await (await fetch(`http://model.test:${endpoint.port}/`)).text()).toBe('by the endpoint');
      expect(proxy.asked).toEqual([]);
    },
  );

  test.each(['127.0.0.1', 'localhost', 'node-7'])('goes straight to %s', async (host) => {
    const proxy = await startProxy();
    const endpoint = await startEndpoint();
    const fetch = await patientFetch({ HTTP_PROXY: proxy.url }, { connect: { lookup: toThisMachine } });
    expect(await (await fetch(`http://${host}:${endpoint.port}/`)).text()).toBe('by the endpoint');
    expect(proxy.asked).toEqual([]);
  });

  test('is what a model makes where the environment of the process names one', async () => {
    const proxy = await startProxy();
    vi.stubEnv('http_proxy', proxy.url);
    vi.stubEnv('no_proxy', '');
    vi.resetModules();
    onTestFinished(() => {
      vi.unstubAllEnvs();
      vi.resetModules();
    });
    const { createLanguageModel } = await import('./language-model.ts');
    const model = createLanguageModel({ name: 'compatible/x', baseUrl: 'http://model.test/v1', env: {} });
    const asking = model.generate({ messages: [{ role: 'user', content: 'hi' }], parameters: {} });
    // What the proxy says is no completion.
    await expect(asking).rejects.toMatchObject({ kind: 'overloaded', status: 200 });
    expect(proxy.asked).toEqual(['POST http://model.test/v1/chat/completions']);
  });
});

test('a request that was made ready is sent when it is told to, as often as it is', async () => {
  const asked: string[] = [];
  const endpoint = await startEndpoint(async (request, response) => {
    asked.push(`${request.method} ${String(request.headers['x-name'])} ${(await request.toArray()).join('')}`);
    response.end('ü');
  });
  const prepare = await createPrepare({});
  const init = { method: 'POST', headers: { 'x-name': 'kim' }, body: 'é' };
  const send = prepare(`http://127.0.0.1:${endpoint.port}/`, init);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(asked).toEqual([]);
  expect(await (await send()).text()).toBe('ü');
  expect(await (await send()).text()).toBe('ü');
  expect(asked).toEqual(['POST kim é', 'POST kim é']);
  await expect(send(AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
});

test('a proxy that is no URL is said to be none', async () => {
  await expect(createPrepare({ HTTPS_PROXY: 'http://' })).rejects.toThrow(/is not a URL: write it as in/);
});

describe('a proxy that lets nothing pass', () => {
  test.each([
    ['refuses the tunnel', async () => (await startProxy()).url, /403/],
    ['is not there', async () => `http://127.0.0.1:${await freePort()}`, /ECONNREFUSED/],
  ])('is named where it %s', async (_what, start, said) => {
    const fetch = await patientFetch({ HTTPS_PROXY: await start() });
    const model = createModel({
      name: 'compatible/x',
      baseUrl: 'https://model.test/v1',
      env: {},
      fetch,
      retry: { attempts: 1 },
    });
    const asking = model.generate({ messages: [{ role: 'user', content: 'hi' }], parameters: {} });
    await expect(asking).rejects.toMatchObject({ kind: 'network' });
    await expect(asking).rejects.toThrow(said);
    await expect(asking).rejects.toThrow(/https:\/\/model\.test.*HTTPS_PROXY.*NO_PROXY/);
  });
});

describe('an endpoint that is silent for an hour', () => {
  test.each<[string, (address: string) => [Record<string, string>, string]]>([
    ['asked straight', (address) => [{}, address]],
    ['asked by way of a proxy', (address) => [{ HTTP_PROXY: address }, 'http://model.test/']],
  ])('is borne where it is %s, before its headers and after them', async (_how, asked) => {
    const open: ServerResponse[] = [];
    const endpoint = await startEndpoint((_request, response) => open.push(response));
    const [env, url] = asked(`http://127.0.0.1:${endpoint.port}`);
    const fetch = await patientFetch(env);
    const answered = fetch(url).then((response) => response.text());
    await vi.waitUntil(() => open.length === 1);
    passAnHour();
    open[0]?.write('late, ');
    open[0]?.flushHeaders();
    await new Promise((resolve) => setImmediate(resolve));
    passAnHour();
    open[0]?.end('and whole');
    expect(await answered).toBe('late, and whole');
  });
});

/** Prepares and sends at once. */
async function patientFetch(...how: Parameters<typeof createPrepare>): Promise<typeof globalThis.fetch> {
  const prepare = await createPrepare(...how);
  return (input, init) => prepare(input, init)(init?.signal ?? undefined);
}

/** Has the clock go on by which undici counts its timeouts. */
function passAnHour(): void {
  const { tick } = createRequire(import.meta.url)('undici/lib/util/timers.js') as { tick: (delay: number) => void };
  // A timeout is counted from the first turn of the clock after it was set.
  tick(0);
  tick(3_600_000);
}

/** Resolves every name to this machine. */
const toThisMachine = ((_host: string, options: { all?: boolean }, done: (...found: unknown[]) => void) => {
  if (options.all === true) done(null, [{ address: '127.0.0.1', family: 4 }]);
  else done(null, '127.0.0.1', 4);
}) as never;

/** A proxy that answers plain requests itself, and opens tunnels where it was told to. */
async function startProxy() {
  const asked: string[] = [];
  const authorizations: (string | undefined)[] = [];
  let tunnelPort: number | undefined;
  const server = createServer(({ method, url, headers }, response) => {
    asked.push(`${method} ${url}`);
    authorizations.push(headers['proxy-authorization']);
    response.end('by the proxy');
  });
  server.on('connect', ({ url }, socket) => {
    asked.push(`CONNECT ${url}`);
    if (tunnelPort === undefined) {
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      return;
    }
    const onward = connect(tunnelPort, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(onward).pipe(socket);
    });
    for (const end of [socket, onward]) end.on('error', () => {});
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    authorizations,
    tunnelsTo: (to: number) => {
      tunnelPort = to;
    },
  };
}

async function startEndpoint(
  respond: (request: IncomingMessage, response: ServerResponse) => unknown = (_request, response) =>
    response.end('by the endpoint'),
) {
  return { port: await listen(createServer(respond)) };
}

/** Keeps the first byte it is sent, and hangs up. */
async function startTcp() {
  let first: number | undefined;
  const server = createTcpServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (sent) => {
      first = sent[0];
      socket.destroy();
    });
  });
  return { port: await listen(server), firstByte: () => first };
}

async function listen(server: Server | TcpServer): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    if ('closeAllConnections' in server) server.closeAllConnections();
    server.close();
  });
  // A TCP server's address is no string.
  return (server.address() as AddressInfo).port;
}

async function freePort(): Promise<number> {
  const server = createTcpServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
