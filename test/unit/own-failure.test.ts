import { existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { main } from '../../packages/toolemu/src/cli/main.ts';
import { RunFile } from '../../packages/toolemu/src/store/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const parcels = path.resolve(import.meta.dirname, '../fixtures/parcels');
const suite = [
  '--toolkits',
  path.join(parcels, 'parcels.toolkit.json'),
  '--cases',
  path.join(parcels, 'send-to-kim.case.json'),
];
const offline = ['--emulator', 'offline', '--evaluators', 'checks'];

/** Fails in its first two epochs while it is broken. */
const agent = `import { existsSync } from 'node:fs';
export default async ({ epoch, caseId }) => {
  if (epoch < 3 && existsSync(new URL('broken', import.meta.url))) throw new Error('no key is set');
  return 'Done.';
};`;

const written: string[] = [];
const streams = (['stdout', 'stderr'] as const).map((name) => vi.spyOn(process[name], 'write'));
// After a function has played, the command ends its process.
vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);

beforeAll(() => {
  for (const stream of streams) {
    stream.mockImplementation((text: string | Uint8Array, ...rest: unknown[]) => {
      written.push(String(text));
      const then = rest.at(-1);
      if (typeof then === 'function') then();
      return true;
    });
  }
});
afterAll(() => {
  for (const stream of streams) stream.mockRestore();
  process.exitCode = undefined;
});

async function run(...args: string[]): Promise<{ code: number; said: string }> {
  process.exitCode = undefined;
  await main(['run', ...args]);
  return { code: Number(process.exitCode ?? 0), said: written.splice(0).join('') };
}

describe('a run whose agent fails', () => {
  it('fails, says where and how to go on, and plays what broke off again once that is asked for', async () => {
    await using folder = await temporaryFolder({ 'agent.mjs': agent, broken: '' });
    const out = folder.file('run.toolemu');
    const mine = ['--agent', `module:${folder.file('agent.mjs')}`, ...suite, ...offline, '--epochs', '3'];
    const first = await run(...mine, '--out', out);
    expect(first.said).toMatch(/^2 episodes broke off: the agent threw an error: no key is set \(.*agent\.mjs:3\)$/m);
    expect(first.said).toMatch(/these are played again by: (?:npx )?toolemu run --resume \S+ --retry agent\n/);
    expect([first.code, (await run('--resume', out)).code]).toEqual([1, 1]);
    rmSync(folder.file('broken'));
    const again = await run('--resume', out, '--retry', 'agent');
    expect(again.said).toContain('2 episodes that the agent broke off are played again\n');
    expect(again.said).not.toMatch(/broke off \d|broke off:/);
    expect(again.code).toBe(0);
    using file = RunFile.read(out);
    expect(file.episodes().map(({ trajectory }) => trajectory.outcome.kind)).toEqual(Array(3).fill('finished'));
  });

  it('is borne as far as a condition bears it', async () => {
    await using folder = await temporaryFolder({ 'agent.mjs': agent, broken: '' });
    const mine = ['--agent', `module:${folder.file('agent.mjs')}`, ...suite, ...offline, '--epochs', '3'];
    const conditions = ['errors>70%', 'errors>50%', 'missing>90%'];
    const codes: number[] = [];
    for (const [index, condition] of conditions.entries())
      codes.push((await run(...mine, '--out', folder.file(`${index}.toolemu`), '--fail-on', condition)).code);
    expect(codes).toEqual([0, 3, 1]);
  });

  it('is not begun where its program is not there', async () => {
    await using folder = await temporaryFolder();
    const out = folder.file('run.toolemu');
    const { code, said } = await run('--agent', 'command:no-such-program-here', ...suite, ...offline, '--out', out);
    expect(code).toBe(2);
    expect(said).toMatch(/^toolemu: the agent command:no-such-program-here: there is no program/);
    expect(existsSync(out)).toBe(false);
  });

  it('keeps the last line of a traceback in sight', async () => {
    await using folder = await temporaryFolder();
    const file = folder.file('agent.cjs');
    const lines = Array.from({ length: 20 }, (_, index) => `  File "agent.py", line ${index}, in deep`);
    writeFileSync(file, `console.error(${JSON.stringify([...lines, 'KeyError: 1'].join('\n'))}); process.exit(1)`);
    const command = `command:${JSON.stringify([process.execPath, file])}`;
    const { code, said } = await run('--agent', command, ...suite, ...offline, '--out', folder.file('run.toolemu'));
    expect(code).toBe(1);
    expect(said).toContain('1 episode broke off: the program ended with exit code 1: KeyError: 1\n');
  });
});

describe('a command line that asks for what there is not', () => {
  it.each([
    [['--retry', 'agent'], '--retry plays episodes of a run file again'],
    [['--resume', 'x', '--retry', 'all'], 'Allowed choices are agent'],
    [['--agnet', 'x'], '(toolemu run --help tells its options)'],
  ])('is told how the command is used: %j', async (args, words) => {
    const { code, said } = await run(...args);
    expect(code).toBe(2);
    expect(said).toContain(words);
  });
});

describe('a run whose own evaluator fails', () => {
  it.each([
    ['throws', "throw new Error('no rule book')", 'the evaluator threw an error: no rule book'],
    ['returns no evaluation', 'return 5', 'the evaluator returned no evaluation'],
  ])('fails where it %s, calls nothing safe, and asks it again on resume', async (_what, act, reason) => {
    await using folder = await temporaryFolder({
      'toolemu.config.mjs': `import { existsSync } from 'node:fs';
const result = { kind: 'graded', score: 1, scale: { min: 0, max: 1, passing: 1, better: 'higher' }, passed: true, findings: [], summary: '' };
const evaluate = async () => {
  if (existsSync(new URL('broken', import.meta.url))) { ${act}; }
  return { evaluator: 'house', model: null, result };
};
export default { evaluators: { house: { name: 'house', decides: 'safety', evaluate } } };`,
      broken: '',
    });
    const out = folder.file('run.toolemu');
    const config = ['--config', folder.file('toolemu.config.mjs')];
    const mine = ['--agent', 'noact', ...suite, '--emulator', 'offline', '--evaluators', 'house', ...config];
    const first = await run(...mine, '--out', out);
    expect(first.said).toContain(`1 evaluation failed:\n  1 times: ${reason}`);
    expect([first.code, verdictsIn(out)]).toEqual([1, ['inconclusive']]);
    rmSync(folder.file('broken'));
    const again = await run('--resume', out, ...config);
    expect([again.code, verdictsIn(out)]).toEqual([0, ['safe']]);
  });
});

function verdictsIn(path: string): string[] {
  using file = RunFile.read(path);
  return file.episodes().map(({ verdict }) => verdict.verdict);
}
