import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { agreeOnAddresses } from '../../packages/toolemu/src/cli/trust/addresses.ts';
import { agreeOnCommands, keepCommands } from '../../packages/toolemu/src/cli/trust/commands.ts';
import { importTools, loadBenchmark, resumeRun, runBenchmark } from '../../packages/toolemu/src/index.ts';
import { createManifest } from '../../packages/toolemu/src/run/index.ts';
import type { AgentSpec, RoleModel, RunConfig } from '../../packages/toolemu/src/contract/index.ts';
import { RunFile } from '../../packages/toolemu/src/store/index.ts';
import { sandbox } from '../../packages/toolemu/src/testing/vitest/index.ts';
import { type OpenAiEndpoint, startOpenAiEndpoint } from '../support/openai-endpoint.ts';
import { parcels, sendToKim } from '../support/parcels.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { toolemuHere } from '../support/toolemu-here.ts';

type Folder = Awaited<ReturnType<typeof temporaryFolder>>;
let folder: Folder;
let endpoint: OpenAiEndpoint;

/** Leaves a mark where it is run, and plays. */
const leavesMark = `import { writeFileSync } from 'node:fs';
writeFileSync(new URL('mark', import.meta.url), '');
export default async () => 'Done.';
export const agents = {};`;

beforeEach(async () => {
  folder = await temporaryFolder({ 'strange.mjs': leavesMark });
  endpoint = await startOpenAiEndpoint();
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await endpoint[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const fixtures = path.resolve(import.meta.dirname, '../fixtures/parcels');
const parcelsFile = path.join(fixtures, 'parcels.toolkit.json');
const sendToKimFile = path.join(fixtures, 'send-to-kim.case.json');
const offline = ['--emulator', 'offline', '--evaluators', 'checks'];

const wasRun = (): boolean => existsSync(folder.file('mark'));

/** Agents that a run file starts, and the words by which that is allowed. */
function started(): [string, AgentSpec['external'], string][] {
  const file = folder.file('strange.mjs');
  const script = [process.execPath, file];
  return [
    [
      'a program',
      { kind: 'command', command: script, instruction: 'stdin', quits: false, timeoutSeconds: 20 },
      script.join(' '),
    ],
    ['a module', { kind: 'module', file, export: 'default', timeoutSeconds: 20 }, `module:${file}#default`],
  ];
}

/** A run file as somebody else may have made it, of which nothing is played yet. */
function runOfStranger(config: Partial<RunConfig>): string {
  const path = folder.file('run.toolemu');
  const manifest = createManifest({
    version: '0.0.0-test',
    config: {
      agents: [{ name: 'noact', kind: 'noact', promptStyle: null, model: null }],
      emulator: { kind: 'offline', model: null },
      evaluators: [{ name: 'checks', model: null }],
      epochs: 1,
      maxSteps: 5,
      seed: 0,
      ...config,
    },
    cases: [sendToKim],
    toolkits: [parcels],
  });
  RunFile.create(path, manifest).close();
  return path;
}

const toolemu = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  toolemuHere(args, { cwd: folder.path, env });

describe('a run file that names what is started', () => {
  it.each([0, 1])('starts it when it is resumed only where its words are allowed (%i)', async (which) => {
    const [, external, words] = started()[which] ?? [];
    // The name that is shown elsewhere is that of a built-in agent.
    const run = runOfStranger({ agents: [{ name: 'react', kind: 'react', promptStyle: null, model: null, external }] });
    for (const more of [['--yes'], ['--allow-command', `${words} `], ['--allow-command', 'react'], ['--no-config']]) {
      const before = readFileSync(run);
      const refused = await toolemu(['run', '--resume', run, ...more]);
      expect([refused.code, wasRun(), refused.stderr.includes(`agent react: ${words}`)]).toEqual([2, false, true]);
      expect(readFileSync(run).equals(before)).toBe(true);
    }
    const allowed = await toolemu(['run', '--resume', run, '--allow-command', words ?? '']);
    expect([allowed.code, wasRun()]).toEqual([expect.any(Number), true]);
    using file = RunFile.read(run);
    expect(file.rows().next().value?.outcome).not.toBeNull();
  });

  it.each([0, 1])(
    'starts nothing for a library that does not allow it, nor where nothing is to be played (%i)',
    async (which) => {
      const [, external, words = ''] = started()[which] ?? [];
      const run = runOfStranger({ agents: [{ name: 'x', kind: 'x', promptStyle: null, model: null, external }] });
      await expect(resumeRun(run)).rejects.toThrow(/would be started on this machine: .*`allowCommands`/);
      await expect(resumeRun(run, { allowCommands: ['x'] })).rejects.toThrow(words);
      const looking = [
        ['run', '--resume', run, '--estimate'],
        ['report', run],
        ['inspect', run],
        ['run', '--replay', run],
      ];
      for (const command of looking) await toolemu(command);
      expect(wasRun()).toBe(false);
      await resumeRun(run, { allowCommands: [words] });
      expect(wasRun()).toBe(true);
    },
  );

  it('starts no server of its mcp.json for a library that does not allow its words', async () => {
    const server = { command: process.execPath, args: [folder.file('strange.mjs')] };
    const file = folder.file('mcp.json');
    writeFileSync(file, JSON.stringify({ mcpServers: { w: server } }));
    const words = `${process.execPath} ${folder.file('strange.mjs')}`;
    for (const allowCommands of [undefined, [], [`${words} `], ['w']]) {
      const servers = allowCommands === undefined ? {} : { allowCommands };
      const loading = [
        () => importTools(file, servers),
        () => loadBenchmark({ toolkits: [file], servers }),
        () => runBenchmark({ agents: ['careful'], emulator: 'offline', toolkits: [file], servers }),
        () => sandbox({ instruction: 'Do.', toolkits: [file], servers }),
      ];
      for (const load of loading) await expect(load()).rejects.toThrow(words);
    }
    expect(wasRun()).toBe(false);
    await expect(importTools(file, { allowCommands: [words] })).resolves.toBeDefined();
    expect(wasRun()).toBe(true);
  });

  it.each(['bash x', null, true, {}, [1]])('starts nothing for a library whose allowCommands is %j', async (given) => {
    writeFileSync(folder.file('mcp.json'), JSON.stringify({ mcpServers: { w: { command: 'bash', args: ['x'] } } }));
    const allowCommands = given as never;
    await expect(importTools(folder.file('mcp.json'), { allowCommands })).rejects.toThrow('list of texts');
    await expect(loadBenchmark({ toolkits: [folder.file('mcp.json')], servers: { allowCommands } })).rejects.toThrow(
      'list of texts',
    );
  });

  it.each([
    ['import-tools', 'mcp.json'],
    ['check', 'mcp.json'],
    ['cases', '--toolkits', 'mcp.json'],
    ['coverage', '--toolkits', 'mcp.json'],
    ['generate', 'cases', '--toolkits', 'mcp.json', '--model', 'openai/gpt-4o', '--prompt-only'],
    ['calibrate', '.', '--toolkits', 'mcp.json', '--evaluator-model', 'openai/gpt-4o'],
    ['scan', '--mcp', 'mcp.json', '--model', 'openai/gpt-4o'],
    ['serve', 'tasks-clear-test', '--toolkits', 'mcp.json', '--emulator', 'offline'],
    ['prompt', 'tasks-clear-test', '--role', 'agent', '--toolkits', 'mcp.json'],
  ])('is not started by toolemu %s %s %s', async (...args) => {
    const server = { command: process.execPath, args: [folder.file('strange.mjs')] };
    writeFileSync(folder.file('mcp.json'), JSON.stringify({ mcpServers: { w: server } }));
    const { code, stderr } = await toolemu(args, { OPENAI_API_KEY: 'sk-a-key-of-nobody' });
    expect([code, stderr.includes('--allow-command'), wasRun()]).toEqual([2, true, false]);
  });

  it('is not started where its words hold a line break, whatever was allowed', async () => {
    const words = "bash -c 'true\nfalse'";
    const command = { who: 'agent x', kind: 'agent' as const, words, files: [] };
    await expect(agreeOnCommands([command], { file: 'run.toolemu' })).rejects.toThrow('control characters');
  });

  it('is remembered where the option allowed it, until a file changes that an interpreter finds by its words', async () => {
    vi.spyOn(process, 'cwd').mockReturnValue(folder.path);
    for (const [word, file] of [
      ['./server', 'server.js'],
      ['./place', 'place/index.js'],
      ['pack.run', 'pack/run.py'],
    ] as const) {
      mkdirSync(path.dirname(folder.file(file)), { recursive: true });
      writeFileSync(folder.file(file), leavesMark);
      const command = { who: 'agent x', kind: 'agent' as const, words: `run ${word}`, files: ['run', word] };
      await expect(agreeOnCommands([command], { file: 'run.toolemu' })).rejects.toThrow('--allow-command');
      await agreeOnCommands([command], { file: 'run.toolemu', allow: [command.words] });
      await agreeOnCommands([command], { file: 'run.toolemu' });
      writeFileSync(folder.file(file), `${leavesMark} `);
      await expect(agreeOnCommands([command], { file: 'run.toolemu' })).rejects.toThrow('--allow-command');
    }
  });

  it('is asked about again where the file that an interpreter runs changes, and not where one does that it writes', async () => {
    vi.spyOn(process, 'cwd').mockReturnValue(folder.path);
    for (const file of ['agent', 'pids', 'notes.log']) writeFileSync(folder.file(file), 'one');
    const command = {
      who: 'agent x',
      kind: 'agent' as const,
      words: 'bash agent pids notes.log',
      files: ['bash', 'agent', 'pids', 'notes.log'],
    };
    keepCommands([command]);
    for (const file of ['pids', 'notes.log']) writeFileSync(folder.file(file), 'two');
    await agreeOnCommands([command], { file: 'run.toolemu' });
    writeFileSync(folder.file('agent'), 'two');
    await expect(agreeOnCommands([command], { file: 'run.toolemu' })).rejects.toThrow('--allow-command');
  });

  it.each(['helper', '@them/helper'])('is asked about again where npx would run another %s', async (name) => {
    const words = `npx ${name}@1`;
    const bin = `node_modules/.bin/${name.split('/').at(-1)}`;
    const described = `node_modules/${name}/package.json`;
    const agreement = { who: 'agent x', kind: 'agent' as const, words, files: ['npx', `${name}@1`] };
    const ask = () => agreeOnCommands([agreement], { file: 'run.toolemu' });
    vi.spyOn(process, 'cwd').mockReturnValue(folder.path);
    for (const file of [bin, described]) {
      await expect(ask()).rejects.toThrow('--allow-command');
      keepCommands([agreement]);
      await ask();
      mkdirSync(path.dirname(folder.file(file)), { recursive: true });
      writeFileSync(folder.file(file), leavesMark);
    }
    await expect(ask()).rejects.toThrow('--allow-command');
  });

  it('is refused where `.env` would hide what is started', async () => {
    const [, external] = started()[0] ?? [];
    writeFileSync(folder.file('.env'), 'TOOLEMU_SOME_KEY=strange.mjs\n');
    const run = runOfStranger({
      agents: [{ name: 'x', kind: 'x', promptStyle: null, model: null, external }],
      evaluators: [{ name: 'safety', model: { model: 'ollama/a', baseUrl: null, parameters: {} } }],
    });
    writeFileSync(
      folder.file('mcp.json'),
      JSON.stringify({ mcpServers: { w: { command: process.execPath, args: [folder.file('strange.mjs')] } } }),
    );
    for (const args of [
      ['import-tools', 'mcp.json'],
      ['run', '--resume', run, '--yes'],
    ])
      expect((await toolemu(args)).code).toBe(2);
    expect((await toolemu(['import-tools', 'mcp.json'])).stderr).toContain('contains the value of a variable');
    expect(wasRun()).toBe(false);
  });

  it('is not asked about what its user wrote on the command line, until that is another program', async () => {
    const out = folder.file('mine.toolemu');
    const agent = ['--agent', `command:${process.execPath} strange.mjs`];
    const begun = await toolemu([
      'run',
      ...agent,
      '--select',
      'tasks-clear-test',
      '--emulator',
      'offline',
      '--evaluators',
      'checks',
      '--epochs',
      '1',
      '--out',
      out,
    ]);
    expect(begun.stderr).not.toContain('names what is started or asked');
    using before = RunFile.read(out);
    const again = folder.file('again.toolemu');
    RunFile.create(again, before.manifest).close();
    expect((await toolemu(['run', '--resume', again])).stderr).not.toContain('names what');
    RunFile.create(folder.file('third.toolemu'), before.manifest).close();
    writeFileSync(folder.file('strange.mjs'), `${leavesMark}// changed`);
    expect((await toolemu(['run', '--resume', folder.file('third.toolemu')])).stderr).toContain(
      'names what is started or asked',
    );
  });
});

describe('an address that somebody else named', () => {
  const key = 'sk-this-is-a-secret-key';
  const model = (baseUrl: string | null): RoleModel => ({ model: 'openai/gpt-4o', baseUrl, parameters: {} });
  const judged = (baseUrl: string | null) => runOfStranger({ evaluators: [{ name: 'safety', model: model(baseUrl) }] });

  it('gets a key from a run file only where that is allowed', async () => {
    const run = judged(endpoint.url);
    const refused = await toolemu(['run', '--resume', run, '--yes'], { OPENAI_API_KEY: key });
    expect([refused.code, endpoint.requests.length]).toEqual([2, 0]);
    expect(refused.stderr).toContain(`requests go to ${endpoint.url}, with the key OPENAI_API_KEY`);
    expect(refused.stderr).toContain(`--allow-address ${endpoint.url}`);
    await expect(resumeRun(run, { env: { OPENAI_API_KEY: key } })).rejects.toThrow('`allowAddresses`');
    expect(endpoint.requests).toHaveLength(0);
    await toolemu(['run', '--resume', run, '--yes', '--allow-address', endpoint.url], { OPENAI_API_KEY: key });
    expect(endpoint.requests.length).toBeGreaterThan(0);
  });

  it('gets another key only where that is allowed, too', async () => {
    vi.stubEnv('OPENAI_API_KEY', key);
    vi.stubEnv('ANTHROPIC_API_KEY', key);
    const [one, other] = [model(endpoint.url), { ...model(endpoint.url), model: 'anthropic/claude-sonnet-4-5' }];
    await agreeOnAddresses([one], { allowAddress: [endpoint.url] });
    await expect(agreeOnAddresses([one], {})).resolves.toBeUndefined();
    await expect(agreeOnAddresses([one, other], {})).rejects.toThrow('--allow-address');
  });

  it('is asked without a key where there is none to send, and is named before', async () => {
    const run = judged(endpoint.url);
    const { stderr } = await toolemu(['run', '--resume', run, '--yes']);
    expect(stderr).toContain(endpoint.url);
    expect(endpoint.requests.length).toBeGreaterThan(0);
  });

  it.each([
    ['the address of .env does not get the key of the environment', '', { OPENAI_API_KEY: key }, false],
    ['the address of .env gets the key of .env', `OPENAI_API_KEY=${key}\n`, {}, true],
  ])('%s', async (_what, line, env, isAsked) => {
    const run = judged(null);
    writeFileSync(folder.file('.env'), `OPENAI_BASE_URL=${endpoint.url}\n${line}`);
    const { code } = await toolemu(['run', '--resume', run, '--yes'], env as Readonly<Record<string, string>>);
    expect([code === 2, endpoint.requests.length > 0]).toEqual([!isAsked, isAsked]);
  });

  it('of a queue in .env gets no password that the user keeps for others', async () => {
    writeFileSync(folder.file('.env'), 'TOOLEMU_QUEUE=postgres://127.0.0.1:9/x\n');
    writeFileSync(folder.file('.pgpass'), '*:*:*:*:secret\n');
    const { code, stderr } = await toolemu(['queue', 'status'], { HOME: folder.path });
    expect([code, stderr]).toEqual([2, expect.stringContaining('Name the queue by --queue')]);
  });

  it('is not told to agents beside a key of the environment, nor to the model behind their proxy', async () => {
    const own = { OPENAI_API_KEY: `${key}-of-the-environment` };
    writeFileSync(folder.file('.env'), `OPENAI_BASE_URL=${endpoint.url}\n`);
    writeFileSync(
      folder.file('agent.mjs'),
      `import { writeFileSync } from 'node:fs';
       writeFileSync(${JSON.stringify(folder.file('seen'))}, String(process.env.OPENAI_BASE_URL));`,
    );
    const command = [process.execPath, folder.file('agent.mjs')];
    const agents = { proxied: { command, proxy: 'openai/gpt-4o' } };
    writeFileSync(folder.file('own.mjs'), `export default ${JSON.stringify({ agents })};`);
    const begin = ['run', ...offline, '--cases', sendToKimFile, '--toolkits', parcelsFile, '--yes'];
    await toolemu([...begin, '--agent', `command:${command.join(' ')}`, '--out', 'a.toolemu'], own);
    expect(readFileSync(folder.file('seen'), 'utf8')).toBe('undefined');
    const proxied = [...begin, '--config', 'own.mjs', '--agent', 'proxied', '--out', 'b.toolemu'];
    expect((await toolemu(proxied, own)).stderr).toContain(`--allow-address ${endpoint.url}`);
    expect(endpoint.requests).toHaveLength(0);
  });

  it('of the environment or the command line gets the key', async () => {
    await toolemu(['run', '--resume', judged(null), '--yes'], { OPENAI_API_KEY: key, OPENAI_BASE_URL: endpoint.url });
    expect(endpoint.requests.length).toBeGreaterThan(0);
    const before = endpoint.requests.length;
    await toolemu(
      [
        'evaluate',
        folder.file('run.toolemu'),
        '--yes',
        '--evaluators',
        'safety',
        '--model',
        'openai/gpt-4o',
        '--base-url',
        endpoint.url,
      ],
      { OPENAI_API_KEY: key },
    );
    expect(endpoint.requests.length).toBeGreaterThan(before);
  });
});

describe('the configuration of a folder', () => {
  const config = `import './strange.mjs';\nexport default {};`;
  const commands: [string, string[]][] = [
    [
      'run',
      [
        'run',
        '--agent',
        'noact',
        '--limit',
        '1',
        '--emulator',
        'offline',
        '--evaluators',
        'checks',
        '--out',
        'x.toolemu',
      ],
    ],
    ['run --estimate', ['run', '--agent', 'noact', '--limit', '1', '--estimate']],
    ['scan', ['scan', '--toolkits', 'tools.json', '--agent', 'noact']],
    ['evaluate', ['evaluate', 'run.toolemu', '--evaluators', 'checks']],
    ['fork', ['fork', 'run.toolemu', '--at', '1']],
    ['study init', ['study', 'init', '--agent', 'noact', '--estimate']],
    ['run --resume', ['run', '--resume', 'run.toolemu']],
  ];

  it.each(commands)('is not run by %s until it is agreed to', async (_name, args) => {
    runOfStranger({});
    writeFileSync(folder.file('toolemu.config.mjs'), config);
    writeFileSync(folder.file('tools.json'), JSON.stringify(parcels));
    const { code, stderr } = await toolemu([...args, ...(args.includes('--estimate') ? [] : ['--yes'])]);
    expect([code, wasRun()]).toEqual([2, false]);
    expect(stderr).toMatch(
      /toolemu\.config\.mjs is code .*--config toolemu\.config\.mjs; or leave it out by --no-config/,
    );
    await toolemu([...args, '--no-config']);
    expect(wasRun()).toBe(false);
    await toolemu([...args, '--config', 'toolemu.config.mjs']);
    expect(wasRun()).toBe(true);
  });

  it('that was named once is run again as it was, and asked about when it changed', async () => {
    writeFileSync(folder.file('toolemu.config.mjs'), config);
    const estimate = ['run', '--agent', 'noact', '--emulator', 'offline', '--evaluators', 'checks', '--estimate'];
    await toolemu([...estimate, '--config', 'toolemu.config.mjs']);
    expect(await toolemu(estimate)).toMatchObject({ code: 0 });
    rmSync(folder.file('mark'));
    writeFileSync(folder.file('toolemu.config.mjs'), `${config}// changed`);
    expect([(await toolemu(estimate)).code, wasRun()]).toEqual([2, false]);
  });
});
