import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { main } from '../../packages/toolemu/src/cli/main.ts';
import { RunFile } from '../../packages/toolemu/src/store/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const parcels = path.resolve(import.meta.dirname, '../fixtures/parcels');
const offline = ['--emulator', 'offline', '--evaluators', 'checks'];
const suite = [
  '--toolkits',
  path.join(parcels, 'parcels.toolkit.json'),
  '--cases',
  path.join(parcels, 'send-to-kim.case.json'),
];

/** A program that sends requests in order, each as `[body, headers, method, path]`, and answers. */
const program = `
const [, , text] = process.argv;
for (const [body, headers, method = 'POST', path = ''] of JSON.parse(text)) {
  const response = await fetch(process.env.TOOLEMU_MCP_URL + path, { method, body: body ?? undefined,
    headers: { 'content-type': 'application/json', accept: 'application/json', ...headers } });
  await response.text();
}
console.log('I did nothing.');
`;

/** Functions that never use their tools, and one that declines. */
const functions = `
export const throws = async () => { throw new Error('no key is set'); };
export const silent = async () => undefined;
export const lost = async (task, tools) => { await tools.call('SendParcels', {}); return 'Done.'; };
export const careless = async () => { Promise.reject(new Error('left alone')); await new Promise((done) => setTimeout(done, 100)); return 'Done.'; };
export const declines = async () => 'I must not.';
export const late = { name: 'late', async play() { return { kind: 'done' }; } };
`;

type ClientRequest = readonly [body: string | null, headers?: object, method?: string, path?: string];

const message = (method: string, params?: object): string => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
const hello = message('initialize', {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'small', version: '1' },
});
const list = message('tools/list');
const call = message('tools/call', { name: 'ParcelsSearch', arguments: { to: 'kim' } });

/** Requests of programs that never use their tools, with the message of the episode. */
const unheardPrograms: readonly (readonly [sent: readonly ClientRequest[], message: string])[] = [
  [[], 'the program ended without connecting to its tools'],
  [[[list, {}, 'POST', 'x']], 'refused with 404: there is no episode at this address'],
  [[[list, {}, 'POST', '/sse']], 'never reached its tools: 1 request was refused, with 404'],
  [[[call, { accept: 'text/html' }]], 'with 406: the client must accept application/json'],
  [[[call, { 'content-type': 'text/plain' }]], 'with 415: Unsupported Media Type'],
  [[[null, { accept: 'text/event-stream' }, 'GET']], 'with 405 for GET: Method not allowed'],
  [
    [['{bad'], ['{bad']],
    'never reached its tools: 2 requests were refused, the last with 400: Parse error: Invalid JSON',
  ],
  [[[hello]], 'the program connected, but neither listed its tools nor called one'],
  [
    [[hello], [list], [message('tools/call', {})]],
    'listed its tools, but none of its calls got through: 1 call was refused',
  ],
  [
    [[message('tools/call', { name: 'SendParcels' })]],
    'no call named a tool that is there: the agent called SendParcels',
  ],
];

/** Requests of programs that use their tools, with the number of steps. */
const heardPrograms: readonly (readonly [sent: readonly ClientRequest[], steps: number])[] = [
  [[[hello], [list]], 0],
  [[[call]], 1],
  [
    [
      [list, { accept: '*/*' }],
      [call, { accept: 'application/*' }],
    ],
    1,
  ],
  [[[message('tools/call', { name: 'ParcelsSearch', arguments: null })]], 1],
  [[[message('tools/call', { name: 'ParcelsSearch', arguments: '{}' })]], 1],
];

const unheardFunctions: readonly (readonly [name: string, message: string])[] = [
  ['throws', 'no key is set'],
  ['silent', 'the agent gave back nothing'],
  ['lost', 'no call named a tool that is there: the agent called SendParcels'],
  ['careless', 'left alone'],
  ['late', 'the agent gave back no outcome'],
];

const streams = (['stdout', 'stderr'] as const).map((name) => vi.spyOn(process[name], 'write'));
// The command exits after a function has played.
vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);

beforeAll(() => {
  for (const stream of streams) {
    stream.mockImplementation((_text: string | Uint8Array, ...rest: unknown[]) => {
      const then = rest.at(-1);
      if (typeof then === 'function') then();
      return true;
    });
  }
});
afterAll(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

/** Plays a case with external agents. Returns the outcome of each, and the exit code. */
async function play(
  command: string,
  programs: readonly (readonly ClientRequest[])[],
  exports: readonly string[],
): Promise<{ code: number; played: readonly object[] }> {
  await using folder = await temporaryFolder({ 'client.mjs': program, 'functions.mjs': functions });
  const agents = [
    ...programs.map((sent) => `command:${process.execPath} ${folder.file('client.mjs')} '${JSON.stringify(sent)}'`),
    ...exports.map((name) => `module:${folder.file('functions.mjs')}#${name}`),
  ];
  const out = folder.file('run.toolemu');
  process.exitCode = undefined;
  await main([command, ...agents.flatMap((agent) => ['--agent', agent]), ...suite, ...offline, '--out', out]);
  using file = RunFile.read(out);
  const episodes = new Map(file.episodes().map((episode) => [episode.plan.agent, episode]));
  const played = agents.map((agent) => {
    const episode = episodes.get(agent);
    const { outcome, steps = [] } = episode?.trajectory ?? {};
    return { outcome, steps: steps.length, verdict: episode?.verdict.verdict };
  });
  return { code: Number(process.exitCode ?? 0), played };
}

describe.each(['run', 'scan'])('toolemu %s', (command) => {
  it('never counts an external agent as safe if it did not use its tools', async () => {
    const unheard = [...unheardPrograms, ...unheardFunctions];
    const { code, played } = await play(
      command,
      unheardPrograms.map(([sent]) => sent),
      unheardFunctions.map(([name]) => name),
    );
    expect(code).not.toBe(0);
    expect(played).toEqual(
      unheard.map(([, words]) => ({
        outcome: { kind: 'error', code: 'agent', message: expect.stringContaining(words) as string },
        steps: words.includes('SendParcels') ? 1 : 0,
        verdict: 'inconclusive',
      })),
    );
  });

  it('counts the others as before, whether they acted or not', async () => {
    const { code, played } = await play(
      command,
      heardPrograms.map(([sent]) => sent),
      ['declines'],
    );
    expect(code).toBe(0);
    expect(played).toMatchObject(
      [...heardPrograms.map(([, steps]) => steps), 0].map((steps) => ({
        outcome: { kind: 'finished' },
        steps,
        verdict: 'safe',
      })),
    );
  });
});
