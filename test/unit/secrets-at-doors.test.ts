import { createServer, type IncomingMessage } from 'node:http';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RunFile } from '../../packages/toolemu/src/store/index.ts';
import { loadFixture } from '../support/fixture.ts';
import { reseal } from '../support/reseal.ts';
import { serve } from '../support/served.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { toolemuHere } from '../support/toolemu-here.ts';

const key = 'sk-doors-Zq3x/7Lm9Wc2RtYv8Kp4Hn';
const password = 'correct/horse&battery9';
const parameter = 'parameter-Secret-4711';
const login = `me:${encodeURIComponent(password)}`;

/** What nobody may read, in the forms in which a program that knows it may print it. */
const secrets = [key, key.slice(-6), encodeURIComponent(key), password, encodeURIComponent(password), parameter].concat(
  [key, password, `me:${password}`].map((one) => Buffer.from(one).toString('base64').slice(0, -4)),
);

/** What servers say of a request that they refuse: all that they know of it. */
const refusals: Readonly<Record<string, (request: IncomingMessage) => string>> = {
  'the key': ({ headers }) => `Incorrect API key provided: ${headers.authorization}`,
  'the key in an address': ({ headers }) =>
    `see https://a.example/?x=${encodeURIComponent(String(headers.authorization).slice(7))}`,
  'the key in Base64': ({ headers }) => `you sent ${Buffer.from(String(headers.authorization)).toString('base64')}`,
  'a part of the key': () => `Incorrect API key provided: ${key.slice(0, 6)}...${key.slice(-6)}`,
  'its headers': ({ headers }) => JSON.stringify(headers),
  'its address': ({ url, headers }) => `http://${login}@${headers.host}${url}`,
};

const offline = ['--toolkits', 'parcels.toolkit.json', '--cases', 'send-to-kim.case.json', '--emulator', 'offline'];

/** A server that refuses, or answers by a status of 200, and echoes what it was sent. */
let server: ReturnType<typeof createServer>;
let host = '';

beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume().on('end', () => {
      const [, status = '400', what = ''] = /^\/(\d+)\/([^/?]+)/.exec(request.url ?? '') ?? [];
      const message = refusals[decodeURIComponent(what)]?.(request) ?? `no ${request.url}`;
      response.writeHead(Number(status), { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { message, code: null, type: 'invalid_request_error' } }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => server.close());

function expectNoSecret(...texts: readonly string[]): void {
  for (const text of texts) for (const secret of secrets) expect(text).not.toContain(secret);
}

/** All that a run file holds: as it is read, and byte by byte. */
function contentsOf(file: string): string {
  using run = RunFile.read(file);
  const values = [run.manifest, [...run.episodes()], [...run.calls()]];
  return JSON.stringify(values) + readFileSync(file, 'latin1');
}

/** All reports of a run file, and what the web API answers about it. */
async function reportsOf(file: string, cwd: string): Promise<string[]> {
  const formats = ['terminal', 'json', 'md', 'csv', 'junit', 'github', 'html', 'jsonl'].map((one) => ['--format', one]);
  const said: string[] = [];
  for (const more of [...formats, ['--missing'], ['--missing', '--json'], ['--episode', '', '--full']]) {
    const { stdout, stderr } = await toolemuHere(['report', file, ...more], { cwd });
    said.push(stdout, stderr);
  }
  await using web = serve(cwd);
  const run = encodeURIComponent(path.basename(file));
  for (const at of ['', '/report', '/episodes', '/setup'])
    said.push(await (await web.request(`/api/runs/${run}${at}`)).text());
  return said;
}

describe('an endpoint that echoes what it was sent', () => {
  const options = { cwd: '', env: { COMPATIBLE_API_KEY: key } };
  const urlOf = (status: number, what: string): string => `http://${host}/${status}/${encodeURIComponent(what)}/v1`;

  it.each(Object.keys(refusals))('and says %s: doctor does not', async (what) => {
    await using folder = await temporaryFolder();
    for (const status of [401, 400, 500, 200]) {
      const words = ['doctor', 'compatible/x', '--base-url', urlOf(status, what), '--json'];
      const { stdout, stderr } = await toolemuHere(words, { ...options, cwd: folder.path });
      expect(stdout).toContain('compatible/x');
      expectNoSecret(stdout, stderr);
    }
  });

  it.each(Object.keys(refusals))('and says %s: it is in no run file, message or report', async (what) => {
    await using project = await loadFixture('parcels');
    // What may pass, as 500, would be tried again for minutes.
    for (const status of [401, 400]) {
      const out = `${status}.toolemu`;
      const words = ['--model', 'compatible/x', '--base-url', urlOf(status, what), '--agent', 'react', ...offline];
      const run = await toolemuHere(['run', ...words, '--evaluators', 'none', '--yes', '--out', out], {
        ...options,
        cwd: project.path,
      });
      expect(existsSync(project.file(out)), run.stderr).toBe(true);
      expectNoSecret(run.stdout, run.stderr, contentsOf(project.file(out)));
      expectNoSecret(...(await reportsOf(project.file(out), project.path)));
    }
  });
});

describe('an address with a secret', () => {
  const at = (rest: string): string => `http://${login}@${host}/${rest}?api_key=${parameter}&x=1`;

  /** Each command that takes an address, with what else it needs. */
  const doors: readonly [door: string, words: () => string[], env?: () => Record<string, string>][] = [
    ['import-tools, an MCP server', () => ['import-tools', `mcp:${at('401/its headers')}`]],
    ['import-tools, an OpenAPI document', () => ['import-tools', `openapi:${at('404/its address')}`]],
    ['import-tools, a document that is none', () => ['import-tools', `openapi:${at('200/its address')}`]],
    ['import-tools, an address', () => ['import-tools', at('200/its headers')]],
    ['import-tools, nobody there', () => ['import-tools', `openapi:http://${login}@127.0.0.1:1/?key=${parameter}`]],
    ['import-tools, no address', () => ['import-tools', `openapi:http://${login}@[bad/?key=${parameter}`]],
    ['import-tools, a scheme of its own', () => ['import-tools', `ftp://${login}@a.example/?key=${parameter}`]],
    ['scan', () => ['scan', '--mcp', `mcp:${at('403/its headers')}`, '--estimate']],
    ['doctor', () => ['doctor', 'compatible/x', '--base-url', at('400/its address')]],
    ['doctor, no address', () => ['doctor', 'compatible/x', '--base-url', `${login}@${host}?key=${parameter}`]],
    ['doctor, of the environment', () => ['doctor', 'openai/x'], () => ({ OPENAI_BASE_URL: at('400/its address') })],
    ['a proxy that refuses', () => ['doctor', 'openai/x'], () => proxied(`http://${login}@${host}`)],
    ['a proxy that is not there', () => ['doctor', 'openai/x'], () => proxied(`http://${login}@127.0.0.1:1`)],
    ['a proxy that is no address', () => ['doctor', 'openai/x'], () => proxied(`http://${login}@[bad`)],
    ['queue status', () => ['queue', 'status'], () => ({ TOOLEMU_QUEUE: `postgres://${login}@127.0.0.1:1/db` })],
    ['queue status, no address', () => ['queue', 'status', '--queue', `postgres://me:${password}@127.0.0.1:1/db`]],
    ['queue status, another scheme', () => ['queue', 'status', '--queue', `mysql://${login}@127.0.0.1:1/db`]],
    ['worker', () => ['worker', '--queue', `postgres://${login}@127.0.0.1:1/db?password=${parameter}`]],
    ['report', () => ['report', at('x')]],
    ['report, an argument too many', () => ['report', 'a', at('x')]],
    ['an option that there is not', () => ['report', 'a', `--${at('x')}`]],
    ['an option that wants a number', () => ['run', '--limit', at('x')]],
    ['a command that there is not', () => [at('x')]],
    ['check', () => ['check', '--cases', at('x')]],
    ['inspect', () => ['inspect', at('x')]],
    ['evaluate', () => ['evaluate', at('x'), '--evaluators', 'checks']],
    ['compare', () => ['compare', at('x'), at('y')]],
  ];

  it.each(doors)('%s', async (_door, words, env) => {
    await using folder = await temporaryFolder();
    const options = { cwd: folder.path, env: { OPENAI_API_KEY: key, COMPATIBLE_API_KEY: key, ...env?.() } };
    const { stdout, stderr, code } = await toolemuHere(words(), options);
    expect(code, `${stdout}${stderr}`).not.toBe(0);
    expect(`${stdout}${stderr}`).not.toBe('');
    expectNoSecret(stdout, stderr);
    const again = await toolemuHere(words(), { ...options, env: { ...options.env, TOOLEMU_DEBUG: '1' } });
    expectNoSecret(again.stdout, again.stderr);
  });

  it.each([
    ['run', ['run', '--agent', 'react', '--yes', '--out', 'a.toolemu']],
    ['an estimate', ['run', '--agent', 'react', '--estimate']],
    ['slurm', ['slurm', '--array', '1', '--agent', 'react', '--out', 'jobs']],
  ])('%s: a base URL with a secret is refused, and no file is made', async (_name, words) => {
    await using project = await loadFixture('parcels');
    const before = readdirSync(project.path);
    for (const url of [at('400/its address'), `http://${host}/v1?sig=${parameter}`, `http://${login}@${host}/v1`]) {
      const more = [...offline, '--evaluators', 'none', '--model', 'compatible/x', '--base-url', url];
      const { stdout, stderr } = await toolemuHere([...words, ...more], {
        cwd: project.path,
        env: { COMPATIBLE_API_KEY: key },
      });
      expectNoSecret(stdout, stderr);
      expect(readdirSync(project.path)).toEqual(before);
    }
  });

  it('of a model in a run file of somebody else is in no report, list or answer of the web API', async () => {
    await using project = await loadFixture('parcels');
    await project.here(
      'run --toolkits parcels.toolkit.json --cases send-to-kim.case.json --agent careful --emulator offline --evaluators checks --out a.toolemu',
    );
    const { DatabaseSync } = await import('node:sqlite');
    const database = new DatabaseSync(project.file('a.toolemu'));
    const manifest = JSON.parse(String(database.prepare('SELECT manifest FROM head').get()?.manifest));
    const model = { model: 'compatible/x', baseUrl: at('x'), parameters: {} };
    manifest.config.agents[0].model = model;
    manifest.config.emulator.model = model;
    database.prepare('UPDATE head SET manifest = ?').run(JSON.stringify(manifest));
    database.close();
    reseal(project.file('a.toolemu'));
    expectNoSecret(...(await reportsOf(project.file('a.toolemu'), project.path)));
    for (const words of [
      'inspect a.toolemu --json',
      'compare a.toolemu a.toolemu',
      'export a.toolemu',
      'episodes a.toolemu --json',
    ]) {
      const { stdout, stderr } = await project.here(words);
      expectNoSecret(stdout, stderr);
    }
  });
});

function proxied(url: string): Record<string, string> {
  return { HTTPS_PROXY: url, HTTP_PROXY: url, OPENAI_BASE_URL: 'http://model.example/v1' };
}

describe('an agent that is a program', () => {
  const agent = `
    import { readFileSync } from 'node:fs';
    const { COMPATIBLE_API_KEY: key, TOOLEMU_MCP_URL: url, TOOLEMU_QUEUE: queue } = process.env;
    const how = process.argv[2];
    if (how === 'fail') { console.error('Error: got', key, Buffer.from(key).toString('base64'), queue); process.exit(3); }
    if (how === 'call') {
      const post = (method, params, id) => fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }, body: JSON.stringify({ jsonrpc: '2.0', id, method, params }) }).then((r) => r.text());
      await post('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a', version: '1' } }, 1);
      await post('tools/list', {}, 2);
      await post('tools/call', { name: 'Parcel' + key, arguments: { text: key } }, 3);
    }
    console.log('my key is ' + key + ' ' + queue);
  `;

  it.each(['fail', 'call'])('keeps no key in the run file, whatever it does with it: %s', async (how) => {
    await using project = await loadFixture('parcels');
    const { writeFileSync } = await import('node:fs');
    writeFileSync(project.file('agent.mjs'), agent);
    const command = `command:${process.execPath} ${project.file('agent.mjs')} ${how}`;
    const env = { COMPATIBLE_API_KEY: key, TOOLEMU_QUEUE: `postgres://${login}@127.0.0.1:1/db` };
    const { stdout, stderr } = await toolemuHere(
      ['run', ...offline, '--agent', command, '--evaluators', 'checks', '--yes', '--out', 'a.toolemu'],
      { cwd: project.path, env },
    );
    expect(existsSync(project.file('a.toolemu')), stderr).toBe(true);
    const contents = contentsOf(project.file('a.toolemu'));
    expect(contents).toContain('${COMPATIBLE_API_KEY}');
    expectNoSecret(stdout, stderr, contents, ...(await reportsOf(project.file('a.toolemu'), project.path)));
  });

  it('is refused where its command contains a secret of the environment', async () => {
    await using project = await loadFixture('parcels');
    const command = `command:${process.execPath} agent.mjs --key ${key}`;
    const { stdout, stderr, code } = await toolemuHere(
      ['run', ...offline, '--agent', command, '--evaluators', 'checks', '--yes', '--out', 'a.toolemu'],
      { cwd: project.path, env: { COMPATIBLE_API_KEY: key } },
    );
    expect(code).not.toBe(0);
    expect(existsSync(project.file('a.toolemu'))).toBe(false);
    expectNoSecret(stdout, stderr);
  });
});

it('scripts for SLURM, whose --setup may hold keys, are for their owner alone', async () => {
  await using project = await loadFixture('parcels');
  const { stderr } = await toolemuHere(
    [
      'slurm',
      '--array',
      '1',
      ...offline,
      '--agent',
      'careful',
      '--evaluators',
      'checks',
      '--setup',
      'export A=1',
      '--out',
      'jobs',
    ],
    { cwd: project.path },
  );
  const scripts = readdirSync(project.file('jobs')).filter((name) => statSync(project.file(`jobs/${name}`)).isFile());
  expect(scripts, stderr).toContain('play.sbatch');
  for (const name of scripts) expect(statSync(project.file(`jobs/${name}`)).mode & 0o777).toBe(0o600);
});
