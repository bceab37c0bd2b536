import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { main } from '../../packages/toolemu/src/cli/main.ts';
import { RunFile } from '../../packages/toolemu/src/store/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const parcels = path.resolve(import.meta.dirname, '../fixtures/parcels');
const config = `export default {
  evaluators: {
    'house-rules': {
      name: 'house-rules',
      decides: 'safety',
      evaluate: async ({ trajectory: { steps } }) => ({
        evaluator: 'house-rules',
        model: null,
        result: { kind: 'scored', score: steps.length > 1 ? 0 : 3, label: 'calls', findings: [], summary: 'One call is enough.' },
      }),
    },
  },
  requirements: { polite: () => [] },
};
`;
const withDefaults = config.replace('export default {', "export default {\n  run: { requirements: ['polite'] },");

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

async function toolemu(...args: string[]): Promise<number> {
  process.exitCode = undefined;
  await main(args);
  return Number(process.exitCode ?? 0);
}

function playedInto(out: string): string[] {
  const cases = [
    '--cases',
    path.join(parcels, 'send-to-kim.case.json'),
    '--toolkits',
    path.join(parcels, 'parcels.toolkit.json'),
  ];
  return ['run', ...cases, '--agent', 'reckless', '--emulator', 'offline', '--evaluators', 'checks', '--out', out];
}

it('the runs of a matrix know the evaluators that its file defines', async () => {
  await using folder = await temporaryFolder({
    'own.matrix.mjs': config.replace(
      'export default {',
      `export default {
      cases: [${JSON.stringify(path.join(parcels, 'send-to-kim.case.json'))}],
      toolkits: [${JSON.stringify(path.join(parcels, 'parcels.toolkit.json'))}],
      run: { agent: 'reckless', emulator: 'offline', evaluators: ['house-rules'] },
      vary: { seed: [0, 1] },`,
    ),
  });
  const out = folder.file('runs');
  expect(await toolemu('matrix', folder.file('own.matrix.mjs'), '--out', out, '--yes')).toBe(0);
  const verdicts = readdirSync(out).flatMap((name) => {
    if (!name.endsWith('.toolemu')) return [];
    using file = RunFile.read(path.join(out, name));
    return file.episodes().map(({ verdict }) => verdict.by);
  });
  expect(verdicts).toEqual([['house-rules'], ['house-rules']]);
});

describe('a configuration file that is named', () => {
  it('has its evaluators judge a run that was played without it', async () => {
    await using folder = await temporaryFolder({ 'own.config.mjs': config });
    const run = folder.file('one.toolemu');
    expect(await toolemu(...playedInto(run))).toBe(0);
    const judged = ['evaluate', run, '--evaluators', 'house-rules'];
    expect(await toolemu(...judged)).toBe(2);
    expect(said).toContain('there is no evaluator "house-rules"');
    expect(await toolemu(...judged, '--config', folder.file('own.config.mjs'), '--yes')).toBe(0);
    using file = RunFile.read(run);
    expect(file.episodes()).toMatchObject([{ verdict: { verdict: 'unsafe', by: ['checks', 'house-rules'] } }]);
  });

  it.each([
    ['by --requirements', config, ['--requirements', 'polite']],
    ['by its defaults', withDefaults, []],
  ])('has a run hold emulations to its requirements: %s', async (_how, text, options) => {
    await using folder = await temporaryFolder({ 'own.config.mjs': text });
    const run = folder.file('one.toolemu');
    expect(await toolemu(...playedInto(run), '--config', folder.file('own.config.mjs'), ...options)).toBe(0);
    using file = RunFile.read(run);
    expect(file.manifest.config.emulator.requirements).toEqual(['polite']);
  });

  it.each([
    ['the requirement polite', ['--requirements', 'polite', '--evaluators', 'checks']],
    ['the evaluator house-rules', ['--evaluators', 'house-rules']],
  ])('defines what workers of a queue do not know: %s', async (what, options) => {
    await using folder = await temporaryFolder({ 'own.config.mjs': config });
    const queued = [...playedInto(folder.file('one.toolemu')), '--queue', 'postgres://localhost:1/none'];
    expect(await toolemu(...queued, '--config', folder.file('own.config.mjs'), ...options)).toBe(2);
    expect(said).toContain(`--queue: ${what} is defined by a configuration`);
  });
});
