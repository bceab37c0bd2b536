import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEvaluator, importTools, runBenchmark } from '../../packages/toolemu/src/index.ts';
import { RunFile } from '../../packages/toolemu/src/store/index.ts';
import { parcels, sendToKim } from '../support/parcels.ts';
import { serve } from '../support/served.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { succeedHere, toolemuHere } from '../support/toolemu-here.ts';

const root = path.resolve(import.meta.dirname, '../..');
const source = path.join(root, 'packages/toolemu/src/index.ts');

/** A configuration in which every family has a member. */
const configuration = `import { createEmulator, createEvaluator, defineConfig } from ${JSON.stringify(source)};
export default defineConfig({
  agents: {
    finder: async (task, tools) => {
      await tools.call('ParcelsSearch', { to: 'kim' });
      return 'I looked.';
    },
  },
  emulators: { fixed: createEmulator({ name: 'fixed', answer: () => ({ observation: 'No parcels.' }) }) },
  evaluators: {
    'house-rules': createEvaluator({
      name: 'house-rules',
      decides: 'safety',
      grade: ({ trajectory }) => ({
        score: trajectory.steps.length === 0,
        label: 'breaks a house rule',
        findings: trajectory.steps.map(({ step }) => ({ step, what: 'It searched.' })),
      }),
    }),
  },
  requirements: {
    tidy: ({ reply }) => (reply.observation.text.endsWith('.') ? [{ severity: 'minor', message: 'it ends' }] : []),
  },
  promptStyles: { brief: { quits: false, role: 'You are brief.', requirements: '' } },
  toolkits: ['parcels.toolkit.json'],
  cases: ['send-to-kim.case.json'],
});
`;

type Folder = Awaited<ReturnType<typeof temporaryFolder>>;
let folder: Folder;

beforeAll(async () => {
  folder = await temporaryFolder({
    'configured/toolemu.config.ts': configuration,
    'configured/parcels.toolkit.json': JSON.stringify(parcels),
    'configured/send-to-kim.case.json': JSON.stringify(sendToKim),
    'elsewhere/.keep': '',
  });
});

afterAll(() => folder[Symbol.asyncDispose]());

describe("a run with an evaluator of the user's own that decides", () => {
  let run: string;
  let unscored: string;

  beforeAll(async () => {
    const options = { toolkits: [parcels], cases: [sendToKim], emulator: 'offline', agents: ['careful', 'noact'] };
    const houseRules = createEvaluator({
      name: 'house-rules',
      decides: 'safety',
      scale: { min: 0, max: 10, passing: 5 },
      grade: ({ trajectory: { steps } }) => ({
        score: steps.length === 0 ? 10 : 2,
        findings: steps.slice(0, 1).map(({ step }) => ({ step, what: 'It searched before it asked.' })),
      }),
    });
    const away = createEvaluator({ name: 'away', decides: 'safety', grade: () => ({ unscored: 'nobody was there' }) });
    run = folder.file('elsewhere/one.toolemu');
    unscored = folder.file('elsewhere/away.toolemu');
    await runBenchmark({ ...options, evaluators: ['checks', houseRules], out: run });
    await runBenchmark({ ...options, evaluators: ['checks', away], out: unscored });
  });

  it.each(['terminal', 'html', 'json', 'csv', 'md', 'junit', 'github'])(
    'is reported as %s with the evaluator and its verdict',
    async (format) => {
      const out = `report.${format}`;
      await succeedHere(['report', run, '--format', format, '--out', out], { cwd: folder.path });
      const text = readFileSync(folder.file(out), 'utf8');
      expect(text).toContain('house-rules');
      expect(text).not.toContain('undefined');
    },
  );

  it('is exported as JSON lines with its scores, scale and findings', async () => {
    await succeedHere(['export', run, '--format', 'jsonl', '--out', 'one.jsonl'], { cwd: folder.path });
    const lines = readFileSync(folder.file('one.jsonl'), 'utf8').trim().split('\n');
    const episodes = lines.map((line) => JSON.parse(line));
    expect(episodes.map(({ verdict }) => [verdict.verdict, verdict.by])).toEqual([
      ['unsafe', ['house-rules']],
      ['safe', ['checks', 'house-rules']],
    ]);
    expect(episodes[0].evaluations[1]).toMatchObject({
      evaluator: 'house-rules',
      decides: 'safety',
      result: { kind: 'graded', score: 2, passed: false, scale: { min: 0, max: 10, passing: 5, better: 'higher' } },
    });
  });

  it('is served with it', async () => {
    await using served = serve(folder.file('elsewhere'));
    const params = { run: 'one' };
    expect(JSON.stringify(await served.ask('GET /api/runs/{run}/report', { params }))).toContain('house-rules');
    const episode = `${sendToKim.id}#careful#1`;
    const shown = await served.ask('GET /api/runs/{run}/episodes/{episode}', { params: { run: 'one', episode } });
    expect(JSON.stringify(shown)).toContain('It searched before it asked.');
  });

  it('is inconclusive where the evaluator leaves it unscored, and says why', async () => {
    using file = RunFile.read(unscored);
    for (const { verdict } of file.episodes()) {
      expect(verdict).toMatchObject({ verdict: 'inconclusive' });
      expect(verdict.reason).toContain('nobody was there');
    }
    const { stdout } = await succeedHere(['report', unscored], { cwd: folder.path });
    expect(stdout).toContain('away');
  });
});

describe('a configuration with members of every family', () => {
  const options = ['--agent', 'finder', '--emulator', 'fixed', '--evaluators', 'house-rules'];

  it('is played by `toolemu run`, reported without it, and resumed with it alone', async () => {
    const configured = { cwd: folder.file('configured') };
    const elsewhere = { cwd: folder.file('elsewhere') };
    const run = folder.file('run.toolemu');
    const begin = ['run', ...options, '--requirements', 'tidy', '--epochs', '2', '--out', run];
    expect((await toolemuHere(begin, configured)).code).toBe(2);
    await succeedHere([...begin, '--config', 'toolemu.config.ts'], configured);
    using file = RunFile.read(run);
    const [episode] = file.episodes();
    expect(episode?.verdict).toMatchObject({ verdict: 'unsafe', by: ['house-rules'] });
    expect(episode?.trajectory.steps).toMatchObject([
      { observation: { text: 'No parcels.' }, violations: [{ requirement: 'tidy', severity: 'minor' }] },
    ]);
    expect((await succeedHere(['report', run], elsewhere)).stdout).toContain('house-rules');

    const half = folder.file('half.toolemu');
    RunFile.create(half, file.manifest).close();
    const refused = await toolemuHere(['run', '--resume', half], elsewhere);
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toMatch(/there is no (emulator|evaluator|requirement) "[^"]+".*toolemu\.config\.ts/s);
    await succeedHere(['run', '--resume', half], configured);
    using resumed = RunFile.read(half);
    expect(resumed.episodes()).toHaveLength(2);
  });
});

it('imports tools without loading importers before', async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { registerHooks } from 'node:module';
       const loaded = [];
       registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context); } });
       await import(${JSON.stringify(source)});
       console.log(JSON.stringify(loaded.filter((url) => /modelcontextprotocol|import-tools\\/index/.test(url))));`,
    ],
    { cwd: folder.path },
  );
  expect(JSON.parse(stdout)).toEqual([]);
  const { toolkits, leftOut } = await importTools(folder.file('configured/parcels.toolkit.json'), { name: 'Post' });
  expect(toolkits.map(({ name }) => name)).toEqual(['Post']);
  expect(leftOut).toEqual([]);
});

describe('docs/library.md', () => {
  const page = readFileSync(path.join(root, 'docs/library.md'), 'utf8');
  const folderOfExamples = path.join(root, 'examples/library');
  const texts = readdirSync(folderOfExamples)
    .filter((name) => name.endsWith('.ts') && name !== 'main.ts')
    .map((name): [string, string] => [name, readFileSync(path.join(folderOfExamples, name), 'utf8')]);
  const blocks = [...page.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, block = '']) => block);

  it.each(blocks.map((block) => [block.split('\n')[0], block]))('shows an example that runs: %s', (_first, block) => {
    expect(texts.some(([, text]) => text.includes(block))).toBe(true);
  });

  it.each(texts)('shows or links %s', (name, text) => {
    expect(blocks.some((block) => text.includes(block)) || page.includes(`examples/library/${name}`)).toBe(true);
  });

  it('shows a program that is all own in at most 50 lines, and how to read a run in at most 15', () => {
    const lines = (name: string) => new Map(texts).get(name)?.trim().split('\n').length ?? Infinity;
    expect(lines('all-own.ts')).toBeLessThanOrEqual(50);
    expect(lines('read-run.ts')).toBeLessThanOrEqual(15);
  });
});
