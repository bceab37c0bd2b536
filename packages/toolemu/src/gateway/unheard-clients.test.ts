import { request as httpRequest } from 'node:http';
import { connect as netConnect } from 'node:net';
import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { connect, openCase, post, request, startGateway } from '../../../../test/support/gateway.ts';
import { parcels, sendToKim } from '../../../../test/support/parcels.ts';
import type { AgentSpec, Episode } from '../contract/index.ts';
import { createOfflineEmulator } from '../emulator/index.ts';
import { createChecksEvaluator } from '../evaluator/index.ts';
import { playCase } from '../run/index.ts';
import { clientAgent } from './client-agent.ts';
import type { ClientGateway } from './create-gateway.ts';
import { createStdioGateway } from './stdio-gateway.ts';

const spec: AgentSpec = {
  name: 'client',
  kind: 'client',
  promptStyle: null,
  model: null,
  external: { kind: 'client', quits: true, idleTimeoutSeconds: 60 },
};

/** Plays a case with a client that sends requests to its address and then leaves. */
async function play(
  gateway: ClientGateway,
  client: (url: string) => Promise<unknown>,
  leave: (stop: AbortController) => void = (stop) => stop.abort(),
): Promise<Episode> {
  const stop = new AbortController();
  let acting: Promise<unknown> = Promise.resolve();
  const agent = clientAgent(spec, gateway, {
    goodbye: stop.signal,
    onOpen: (_task, url) => {
      acting = client(url).finally(() => leave(stop));
    },
  });
  const episode = await playCase({
    case: sendToKim,
    toolkits: [parcels],
    agent,
    emulator: createOfflineEmulator(),
    evaluators: [createChecksEvaluator()],
  });
  await acting;
  return episode;
}

const hello = request('initialize', {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'small', version: '1' },
});
const list = request('tools/list');
const search = { name: 'ParcelsSearch', arguments: { to: 'kim' } };
const call = request('tools/call', search);
const without = (member: string): string => JSON.stringify({ ...(JSON.parse(call) as object), [member]: undefined });

/** Messages of clients that never use their tools, with the expected reason. */
const messages: readonly (readonly [way: string, messages: readonly string[], cause: RegExp])[] = [
  ['sends nothing that can be read', ['{bad'], /never reached its tools: 1 request was refused, with .*-?\d+: /],
  ['sends no message of JSON-RPC', ['{"tool":"ParcelsSearch"}'], /never reached its tools: 1 request was refused/],
  ['says hello and no more', [hello], /connected, but neither listed its tools nor called one$/],
  ['says hello wrongly', [request('initialize')], /never reached its tools: 1 request .* for "initialize"/],
  ['says hello and reads its task', [hello, request('prompts/get', { name: 'task' })], /neither listed its tools/],
  ['lists with parameters that do not fit', [hello, request('tools/list', { cursor: 5 })], /nor called one: 1 request/],
  [
    'lists with no parameters at all',
    ['{"jsonrpc":"2.0","id":1,"method":"tools/list","params":null}'],
    /1 request was/,
  ],
  ['calls with an unknown method', [hello, request('tool/call', search)], /1 request was .*: Method not found/],
  [
    'lists, and calls with an unknown method',
    [hello, list, request('callTool', search)],
    /none of its calls got through/,
  ],
  ['calls no tool by name', [hello, list, request('tools/call', { arguments: {} })], /1 call .*: params\.name must be/],
  ['names a tool by a number', [hello, list, request('tools/call', { name: 5 })], /1 call .*: params\.name must be/],
  ['calls without parameters', [hello, list, request('tools/call')], /1 call .*: params\.name must be/],
  ['sends its calls as notifications', [hello, list, without('id'), without('id')], /2 calls were .* has no id/],
  ['sends half of its call', [hello, list, call.slice(0, -2)], /1 call was refused, with .*-?\d+: /],
  ['names an unknown version of JSON-RPC', [hello, list, call.replace('2.0', '1.0')], /1 call was refused/],
];

/** Messages of clients that use their tools, with any result. */
const heard: readonly (readonly [way: string, messages: readonly string[], statuses: readonly string[]])[] = [
  ['lists its tools and calls none', [hello, list], []],
  ['lists its tools without a hello', [list], []],
  ['lists, and asks for what a server need not have', [list, request('logging/setLevel', { level: 'error' })], []],
  ['lists, and asks for a prompt that is not there', [list, request('prompts/get', { name: 'other' })], []],
  ['calls without listing', [call], ['ok']],
  ['calls with null for arguments', [list, request('tools/call', { ...search, arguments: null })], ['ok']],
  ['calls with text for arguments', [list, request('tools/call', { ...search, arguments: 'kim' })], ['rejected']],
  ['calls once with an unknown method, then correctly', [list, request('call', search), call], ['ok']],
];

describe.each([
  { door: 'over HTTP', talk: talkOverHttp },
  { door: 'over standard input and output', talk: talkOverStdio },
])('a client $door', ({ talk }) => {
  it.each(messages)('that %s is an error of the agent', async (_, said, cause) => {
    const { trajectory, verdict } = await talk(said);
    expect(trajectory).toMatchObject({
      steps: [],
      outcome: { kind: 'error', code: 'agent', message: expect.stringMatching(cause) as string },
    });
    expect(verdict.verdict).toBe('inconclusive');
  });

  it.each(heard)('that %s counts as an agent', async (_, said, statuses) => {
    const { trajectory, verdict } = await talk(said);
    expect(trajectory.outcome).toEqual({ kind: 'finished', answer: '', asks: false });
    expect(trajectory.steps.map(({ status }) => status)).toEqual(statuses);
    expect(verdict.verdict).toBe('safe');
  });
});

/** HTTP requests of clients that never reach their tools, with the expected reason. */
const requests: readonly (readonly [way: string, act: (url: string) => Promise<unknown>, cause: string])[] = [
  [
    'accepts neither JSON nor events',
    (url) => post(url, call, { accept: 'text/html' }),
    '406: the client must accept application/json',
  ],
  ['accepts JSON by no means', (url) => post(url, call, { accept: 'application/json;q=0' }), '406: '],
  ['sends no JSON', (url) => post(url, call, { 'content-type': 'text/plain' }), '415: Unsupported Media Type'],
  ['sends a form', (url) => post(url, 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }), '415: '],
  ['sends nothing', (url) => post(url, ''), '400: '],
  ['sends too much', (url) => post(url, `"${'x'.repeat(5_000_000)}"`), '413: a request has at most 4194304 bytes'],
  [
    'waits for events',
    (url) => fetch(url, { headers: { accept: 'text/event-stream' } }),
    '405 for GET: Method not allowed',
  ],
  ['puts its requests', (url) => fetch(url, { method: 'PUT', body: call }), '405 for PUT: '],
  [
    'ends another session',
    (url) => fetch(url, { method: 'DELETE', headers: { 'mcp-session-id': 'x' } }),
    '404 for DELETE: there is no such session',
  ],
  ['goes behind its address', (url) => post(`${url}/messages`, call), '404: there is no episode at this address'],
  [
    'comes by another name',
    (url) => postBy('host.docker.internal:8080', url, call),
    '403: Invalid Host: host.docker.internal',
  ],
  ['uses an unknown version', (url) => post(url, call, { 'mcp-protocol-version': '2099-01-01' }), '400: '],
];

describe('a client whose requests are refused', () => {
  it.each(requests)('for it %s is an error of the agent', async (_, act, cause) => {
    await using gateway = await startGateway();
    const { trajectory, verdict } = await play(gateway, async (url) => {
      await act(url);
      await act(url);
    });
    expect(trajectory).toMatchObject({
      steps: [],
      outcome: {
        code: 'agent',
        message: expect.stringContaining(
          `never reached its tools: 2 requests were refused, the last with ${cause}`,
        ) as string,
      },
    });
    expect(verdict.verdict).toBe('inconclusive');
  });

  it.each(requests.filter(([way]) => !/waits|ends/.test(way)))(
    'for it %s has not used its tools although it listed them',
    async (_, act, cause) => {
      await using gateway = await startGateway();
      const { trajectory } = await play(gateway, async (url) => {
        await post(url, list);
        await act(url);
      });
      expect(trajectory.outcome).toMatchObject({
        code: 'agent',
        message: expect.stringContaining(
          `listed its tools, but none of its calls got through: 1 call was refused, with ${cause}`,
        ) as string,
      });
    },
  );

  it('because it disconnects during its call has not used its tools', async () => {
    await using gateway = await startGateway();
    const { served } = await openCase(gateway);
    await post(served.url, list);
    const { host, hostname, port, pathname } = new URL(served.url);
    const socket = netConnect(Number(port), hostname);
    const head = ['content-type: application/json', 'content-length: 500'].join('\r\n');
    socket.end(`POST ${pathname} HTTP/1.1\r\nhost: ${host}\r\n${head}\r\n\r\n${call.slice(0, 9)}`);
    await vi.waitFor(
      () => expect(served.unheardReason).toContain('1 call was refused, with 400: the request broke off'),
      {
        timeout: 10_000,
      },
    );
    socket.destroy();
  });

  it('and that then reaches its tools has used them', async () => {
    await using gateway = await startGateway();
    const { trajectory } = await play(gateway, async (url) => {
      for (const [, act] of requests) await act(url);
      await post(url, call);
    });
    expect([trajectory.outcome.kind, trajectory.steps.length]).toEqual(['finished', 1]);
  });
});

describe('a client of the SDK', () => {
  it('that lists its tools and declines counts as an agent, although its event stream was refused', async () => {
    await using gateway = await startGateway();
    const { trajectory, verdict } = await play(gateway, async (url) => {
      await using client = await connect(url);
      await client.listTools();
      await fetch(url, { headers: { accept: 'text/event-stream' } });
    });
    expect([trajectory.outcome.kind, verdict.verdict]).toEqual(['finished', 'safe']);
  });

  it('whose calls all came after the end of its session has not used its tools', async () => {
    await using gateway = await startGateway();
    const { served, hello: session } = await openWithSession(gateway);
    await post(served.url, list);
    await fetch(served.url, { method: 'DELETE', headers: { 'mcp-session-id': session } });
    expect(served.unheardReason).toBeNull();
    await post(served.url, call);
    expect(served.unheardReason).toMatch(/listed its tools, but none .* the session is over/);
  });
});

describe('a client that never came', () => {
  it('to its address leaves the episode open', async () => {
    await using gateway = await startGateway();
    const { trajectory } = await play(gateway, async () => {});
    expect(trajectory.outcome).toMatchObject({ code: 'interrupted', message: 'no client connected' });
  });

  it('but sent requests elsewhere leads to an error with that address', async () => {
    await using gateway = await startGateway();
    const { served } = await openWithSession(gateway, false);
    await post(`${gateway.origin}/sse`, list);
    expect(served.unheardReason).toBe(
      'ended without connecting to its tools, while a request elsewhere on this server was refused with 404: there is no episode at this address; running: send-to-kim-1',
    );
  });

  it('and closed its pipe is an error of the agent', async () => {
    const { trajectory, verdict } = await talkOverStdio([]);
    expect(trajectory.outcome).toEqual({
      kind: 'error',
      code: 'agent',
      message: 'the client ended without connecting to its tools',
    });
    expect(verdict.verdict).toBe('inconclusive');
  });
});

async function openWithSession(gateway: Awaited<ReturnType<typeof startGateway>>, says = true) {
  const { served } = await openCase(gateway);
  const id = says ? (await post(served.url, hello)).headers.get('mcp-session-id') : null;
  return { served, hello: id ?? '' };
}

async function talkOverHttp(said: readonly string[]): Promise<Episode> {
  await using gateway = await startGateway();
  return await play(gateway, async (url) => {
    for (const message of said) await post(url, message);
  });
}

/** The client leaves shortly after the response to its last message. */
async function talkOverStdio(said: readonly string[]): Promise<Episode> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  output.resume();
  return await play(
    createStdioGateway({ input, output }),
    async () => {
      for (const message of said) {
        input.write(`${message}\n`);
        await sleep(5);
      }
    },
    () => input.end(),
  );
}

/** Posts with a `Host` header, which `fetch` does not allow. */
function postBy(host: string, url: string, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      url,
      { method: 'POST', headers: { 'content-type': 'application/json', host } },
      (response) => {
        response.resume().on('end', resolve);
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}
