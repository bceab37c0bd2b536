import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunConfig } from '../../packages/toolemu/src/contract/index.ts';
import { createManifest, playCase } from '../../packages/toolemu/src/run/index.ts';
import { createChecksEvaluator } from '../../packages/toolemu/src/evaluator/index.ts';
import { createOfflineEmulator } from '../../packages/toolemu/src/emulator/index.ts';
import { RunFile } from '../../packages/toolemu/src/store/index.ts';
import { parcels, sendToKim } from '../support/parcels.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { repository } from '../support/toolemu.ts';

const strace = ['/usr/bin/strace', '/bin/strace'].find((file) => existsSync(file));
if (strace === undefined && process.env.CI !== undefined)
  throw new Error('there is no strace, and CI is set: install strace');
const why = strace === undefined ? ' (skipped: there is no strace)' : '';

const binary = path.join(repository, 'packages/toolemu/bin/toolemu.js');
const maker = path.join(repository, 'packages/toolemu/dist/');

type Folder = Awaited<ReturnType<typeof temporaryFolder>>;
let folder: Folder;

/** What a command did: the programs that were started, and the addresses of the network that it used. */
interface Trace {
  readonly code: number | null;
  readonly started: readonly string[];
  readonly reached: readonly string[];
  readonly said: string;
}

/** A folder as somebody else may have made it: what it names would leave a mark, or ask an address. */
beforeAll(async () => {
  const mark =
    "import { writeFileSync } from 'node:fs'; writeFileSync(new URL('mark', import.meta.url), ''); export default async () => 'Done.';";
  folder = await temporaryFolder({
    'toolemu.config.mjs': mark,
    'strange.mjs': mark,
    '.env':
      'OPENAI_BASE_URL=http://127.0.0.1:9/v1\nNODE_OPTIONS=--import ./strange.mjs\nHTTPS_PROXY=http://127.0.0.1:9\n',
    'mcp.json': JSON.stringify({ mcpServers: { strange: { command: process.execPath, args: ['strange.mjs'] } } }),
  });
  await makePlayedRun(folder.file('run.toolemu'));
  copyFileSync(folder.file('run.toolemu'), folder.file('other.toolemu'));
  mkdirSync(folder.file('out'));
});
afterAll(() => folder[Symbol.asyncDispose]());

/** A run of a program and a module, of which nothing is played yet. */
function makeRun(file: string, strange: string, more: Partial<RunConfig> = {}): RunFile {
  const spec = { promptStyle: null, model: null };
  const config: RunConfig = {
    agents: [
      {
        ...spec,
        name: 'a program',
        kind: 'command',
        external: {
          kind: 'command',
          command: [process.execPath, strange],
          instruction: 'stdin',
          quits: false,
          timeoutSeconds: 9,
        },
      },
      {
        ...spec,
        name: 'a module',
        kind: 'module',
        external: { kind: 'module', file: strange, export: 'default', timeoutSeconds: 9 },
      },
    ],
    emulator: { kind: 'offline', model: null },
    evaluators: [{ name: 'checks', model: null }],
    epochs: 1,
    maxSteps: 5,
    seed: 0,
    ...more,
  };
  return RunFile.create(
    file,
    createManifest({ version: '0.0.0-test', config, cases: [sendToKim], toolkits: [parcels] }),
  );
}

/** The same, played to its end, whose models are at an address of its own. */
async function makePlayedRun(file: string): Promise<void> {
  const model = { model: 'openai/gpt-4o', baseUrl: 'http://127.0.0.1:9/v1', parameters: {} };
  const evaluators = [
    { name: 'safety', model },
    { name: 'checks', model: null },
  ];
  using run = makeRun(file, folder.file('strange.mjs'), { emulator: { kind: 'standard', model }, evaluators });
  for (const { name } of run.manifest.config.agents) {
    const { plan, ...episode } = await playCase({
      case: sendToKim,
      toolkits: [parcels],
      agent: { name, play: async () => ({ kind: 'finished', answer: 'Done.', asks: false }) },
      emulator: createOfflineEmulator(),
      evaluators: [createChecksEvaluator()],
      maxSteps: 5,
    });
    run.addEpisode({ ...episode, plan: { ...plan, id: plan.id } });
  }
}

/** Runs the command under strace, and `act` while it runs, which then ends it. */
async function traced(args: readonly string[], act?: (said: string) => Promise<void>): Promise<Trace> {
  const log = folder.file(`trace-${args[0]}-${args.length}-${Date.now()}`);
  const calls = '--trace=execve,execveat,connect,bind,sendto';
  const { PATH = '', HOME = '', XDG_STATE_HOME = '' } = process.env;
  const child = spawn(strace ?? '', ['-f', '-qq', '-s', '300', calls, '-o', log, process.execPath, binary, ...args], {
    cwd: folder.path,
    env: { PATH, HOME, XDG_STATE_HOME, OPENAI_API_KEY: 'sk-secret' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let said = '';
  let acted: Promise<void> | undefined;
  const hear = (piece: Buffer): void => {
    said += piece.toString();
    if (act === undefined || !/http:\S+/.test(said)) return;
    acted ??= act(said).finally(() => process.kill(-(child.pid ?? 0), 'SIGINT'));
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  await acted;
  const lines = readFileSync(log, 'utf8').split('\n');
  return {
    code,
    said,
    started: lines.flatMap((line) => /\bexecve(?:at)?\((.*)\) = 0$/.exec(line)?.[1] ?? []),
    reached: lines.filter((line) => /\b(?:connect|bind|sendto)\(.*AF_INET/.test(line)),
  };
}

/** The program itself, and makers of its own. */
function isOwn(started: string): boolean {
  return started.includes(binary) || (started.includes(process.execPath) && started.includes(maker));
}

describe.skipIf(strace === undefined)(`a folder that somebody else made${why}`, () => {
  it.each([
    ['report', 'run.toolemu'],
    ['report', 'run.toolemu', '--format', 'html', '--out', 'out/report.html'],
    ['report', 'run.toolemu', '--episode', 'send'],
    ['inspect', 'run.toolemu'],
    ['episodes', 'run.toolemu'],
    ['compare', 'run.toolemu', 'other.toolemu'],
    ['export', 'run.toolemu', '--out', 'out/export'],
    ['run', '--resume', 'run.toolemu', '--no-config', '--estimate'],
    ['run', '--resume', 'run.toolemu', '--no-config', '--yes'],
    ['run', '--agent', 'noact', '--toolkits', 'mcp.json', '--yes', '--no-config'],
    ['run', '--agent', 'noact', '--emulator', 'offline', '--evaluators', 'checks', '--limit', '1', '--yes'],
    ['check', 'mcp.json'],
  ])('has nothing started and nobody asked by toolemu %s %s %s %s', async (...args) => {
    const { code, started, reached, said } = await traced(args.filter((arg) => arg !== undefined));
    expect([0, 1, 2]).toContain(code);
    expect(started.length).toBeGreaterThan(0);
    expect([started.filter((one) => !isOwn(one)), reached, said.includes('sk-secret')]).toEqual([[], [], false]);
    expect(existsSync(folder.file('mark'))).toBe(false);
  });

  it('has nothing started but makers, and no socket but its own, by toolemu view', async () => {
    const pages = [
      '/api/runs',
      '/api/runs/run',
      '/api/runs/run/report',
      '/api/runs/run/files/html',
      '/api/compare?runs=run&runs=other',
    ];
    const got: number[] = [];
    const { started, reached } = await traced(['view', '.', '--no-open', '--port', '0'], async (said) => {
      const origin = /(http:\/\/[^\s/]+)(\/\S*)?/.exec(said);
      for (const page of pages)
        got.push((await fetch(`${origin?.[1]}${page}`, { headers: headersOf(origin?.[2]) })).status);
    });
    expect(got.slice(0, 4)).toEqual([200, 200, 200, 200]);
    expect(started.filter((one) => !isOwn(one))).toEqual([]);
    expect(started.length).toBeGreaterThan(1);
    expect(reached.filter((line) => !/\bbind\(.*127\.0\.0\.1/.test(line))).toEqual([]);
    expect(existsSync(folder.file('mark'))).toBe(false);
  });
});

describe('a run file of somebody else in a terminal', () => {
  it('starts what it names after a yes, and asks no more', { timeout: 60_000 }, async () => {
    await using own = await temporaryFolder({ 'strange.mjs': readFileSync(folder.file('strange.mjs'), 'utf8') });
    const resume = ['run', '--resume', 'run.toolemu'];
    for (const [answer, isRun] of [
      ['n', false],
      ['y', true],
      ['never asked', true],
    ] as const) {
      makeRun(own.file('run.toolemu'), own.file('strange.mjs')).close();
      const { code, shown } = await inTerminal('Start them?', answer, resume, own.path);
      expect(shown.includes(`agent a module: module:${own.file('strange.mjs')}#default`)).toBe(
        answer !== 'never asked',
      );
      expect([code === 2, existsSync(own.file('mark'))]).toEqual([!isRun, isRun]);
      rmSync(own.file('run.toolemu'));
    }
  });
});

/** Runs the command in a terminal of its own, where `answer` is typed once `text` is shown. */
async function inTerminal(
  text: string,
  answer: string,
  args: readonly string[],
  cwd: string,
): Promise<{ code: number | null; shown: string }> {
  const { PATH = '', HOME = '', XDG_STATE_HOME = '' } = process.env;
  const script = path.join(repository, 'test/support/terminal.py');
  const child = spawn('python3', [script, text, answer, process.execPath, binary, ...args], {
    cwd,
    env: { PATH, HOME, XDG_STATE_HOME, TERM: 'xterm' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let shown = '';
  child.stdout.on('data', (piece: Buffer) => (shown += piece.toString()));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, shown })));
}

/** What the address that is printed holds beside its origin. */
function headersOf(address: string | undefined): Record<string, string> {
  const token = /token=([^&#]+)/.exec(address ?? '')?.[1];
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}
