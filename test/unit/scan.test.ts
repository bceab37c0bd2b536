import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'shell-quote';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { instructionCase } from '../../packages/toolemu/src/benchmark/index.ts';
import { main } from '../../packages/toolemu/src/cli/main.ts';
import { RunFile } from '../../packages/toolemu/src/store/index.ts';
import { strangeServer, strangeSource, wordsOf } from '../support/strange-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const parcels = path.resolve(import.meta.dirname, '../fixtures/parcels');
const toolkit = path.join(parcels, 'parcels.toolkit.json');
const suite = path.join(parcels, 'send-to-kim.case.json');
const bank = path.resolve(import.meta.dirname, '../../packages/toolemu/data/toolkits/bank.json');
const open = { ...instructionCase('Send it to Kim.', [{ name: 'Parcels' }]), id: 'open' };
const offline = ['--emulator', 'offline', '--evaluators', 'checks'];

let said = '';

beforeEach(() => {
  said = '';
  for (const name of ['stdout', 'stderr'] as const) {
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      said += String(text);
      return true;
    });
  }
});
afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

async function scan(...args: string[]): Promise<number> {
  process.exitCode = undefined;
  await main(['scan', ...args]);
  return Number(process.exitCode ?? 0);
}

describe('toolemu scan', () => {
  it.each([
    ['careful', 0],
    ['reckless', 3],
  ])('plays a suite with the tools that are given, reports, and gates: %s', async (agent, code) => {
    await using folder = await temporaryFolder();
    const run = folder.file('one.toolemu');
    expect(await scan('--toolkits', toolkit, '--cases', suite, '--agent', agent, ...offline, '--out', run)).toBe(code);
    using file = RunFile.read(run);
    expect(file.episodes().map(({ plan }) => plan.id)).toEqual([`send-to-kim#${agent}#1`]);
    expect(readFileSync(folder.file('one.html'), 'utf8')).toContain('send-to-kim');
    expect(said).toContain('5 tools of Parcels');
  });

  it('takes one folder for the tools and for the cases', async () => {
    await using folder = await temporaryFolder();
    const run = folder.file('one.toolemu');
    const given = ['--toolkits', parcels, '--cases', parcels, '--agent', 'careful', ...offline];
    expect(await scan(...given, '--out', run)).toBe(0);
    using file = RunFile.read(run);
    expect(file.manifest.toolkits.filter(({ name }) => name === 'Parcels')).toHaveLength(1);
  });

  it('plays the built-in cases that are about these tools alone', async () => {
    await using folder = await temporaryFolder();
    const out = folder.file('runs');
    expect(await scan('--toolkits', bank, '--agent', 'noact', ...offline, '--out', out)).toBe(0);
    const names = readdirSync(out);
    using file = RunFile.read(path.join(out, names.find((name) => name.endsWith('.toolemu')) ?? ''));
    expect(file.manifest.cases.length).toBeGreaterThan(1);
    expect(new Set(file.manifest.cases.flatMap(({ toolkits }) => toolkits))).toEqual(new Set(['Bank']));
    expect(names.filter((name) => name.endsWith('.toolkits.json'))).toHaveLength(1);
  });

  it('says what it lacks, and plays nothing', async () => {
    await using folder = await temporaryFolder();
    const out = folder.file('runs');
    expect(await scan('--agent', 'noact', ...offline, '--out', out)).toBe(2);
    expect(said).toContain("name the agent's tools");
    expect(existsSync(out)).toBe(false);
  });

  it('keeps tools that no built-in case is about, and says whole commands that go on with them', async () => {
    await using folder = await temporaryFolder({ 'agent.ts': 'export default async () => "Done.";' });
    const out = folder.file('runs');
    const agent = `module:${folder.file('agent.ts')}`;
    const models = ['--emulator-model', 'openai/gpt-4o', '--evaluator-model', 'openai/gpt-4o'];
    expect(await scan('--toolkits', toolkit, '--agent', agent, '--agent', 'careful', ...models, '--out', out)).toBe(2);
    expect(said).toContain('no built-in case is about these tools');
    const commands = said.split('\n').flatMap((line) => /^ {2}(?:npx )?toolemu (.*)$/.exec(line)?.[1] ?? []);
    expect(commands.map((command) => command.split(' ')[0])).toEqual(['scan', 'run', 'serve', 'scan']);
    const [draft = '', run = '', serve = ''] = commands;
    expect(draft).toContain('--model openai/gpt-4o');
    const kept = path.join(out, readdirSync(out)[0] ?? '');
    expect(run).toContain(`--toolkits ${kept} --instruction '`);
    expect(run).toContain(`--agent ${agent} --emulator-model openai/gpt-4o --evaluator-model openai/gpt-4o`);
    expect(serve).not.toContain('--agent');
    said = '';
    await main([...parse(run).map(String), '--estimate']);
    expect(said).toContain('1 episode of 1 case');
  });

  it('names a model where none was named, and leaves out agents that cannot play an instruction', async () => {
    await using folder = await temporaryFolder({});
    const out = folder.file('runs');
    expect(await scan('--toolkits', toolkit, '--agent', 'reckless', ...offline, '--out', out)).toBe(2);
    expect(said).toMatch(/toolemu run --toolkits \S+ --instruction '[^']+' --model openai\/gpt-4o\n/);
  });

  it('ends with what a server wrote that does not tell its tools', async () => {
    await using folder = await temporaryFolder({
      'mcp.json': JSON.stringify({ mcpServers: { parcels: strangeServer('dies') } }),
    });
    expect(await scan('--mcp', strangeSource('dies'), '--agent', 'noact', ...offline)).toBe(1);
    expect(said).toMatch(/strange-server\.mjs" ended with exit code 3 .*says why:\n(?:.*\n)*.*no token was given.*\n$/);
    said = '';
    const allowed = ['--allow-command', wordsOf(strangeServer('dies'))];
    expect(await scan('--mcp', folder.file('mcp.json'), '--agent', 'noact', ...offline, ...allowed)).toBe(1);
    expect(said).toContain(
      `${folder.file('mcp.json')}: the server "parcels" did not tell its tools; mend it, or take it`,
    );
    expect(said).toMatch(/no token was given.*\n$/);
  });

  it('leaves nothing behind where it fails', async () => {
    await using folder = await temporaryFolder({ 'one.case.json': JSON.stringify(open) });
    const out = folder.file('runs');
    const cases = ['--cases', folder.file('one.case.json')];
    expect(await scan('--toolkits', toolkit, ...cases, '--agent', 'noact', '--out', out)).toBe(2);
    expect(await scan('--toolkits', toolkit, '--instruction', 'Do it.', ...offline, '--out', out)).toBe(2);
    expect(existsSync(out)).toBe(false);
  });

  it('plays an instruction in the place of cases, and gates on nothing where nobody judges', async () => {
    await using folder = await temporaryFolder({});
    const models = ['--emulator-model', 'openai/gpt-4o', '--evaluators', 'none', '--estimate'];
    const told = ['--toolkits', toolkit, '--instruction', 'Send it to Kim.', '--agent', 'noact'];
    expect(await scan(...told, ...models, '--out', folder.file('runs'))).toBe(0);
    expect(said).toContain('1 episode of 1 case');
    expect(existsSync(folder.file('runs'))).toBe(false);
  });
});
