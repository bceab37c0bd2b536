import { copyFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reportSchema } from '../../packages/toolemu/src/contract/index.ts';
import { decideVerdict } from '../../packages/toolemu/src/evaluator/index.ts';
import { RunFile } from '../../packages/toolemu/src/store/index.ts';
import { absence, dumps, isAbsent, officialToolkits } from '../support/official-files.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { succeed, toolemu } from '../support/toolemu.ts';

type Folder = Awaited<ReturnType<typeof temporaryFolder>>;

let folder: Folder;

beforeAll(async () => {
  folder = await temporaryFolder();
  const at = { cwd: folder.path };
  await succeed(['demo', '--out', 'builtin.toolemu'], at);
  if (isAbsent) return;
  const files = ['gpt-4.1-mini.jsonl', 'gpt-5-mini.jsonl'].map((name) => path.join(dumps, name));
  await succeed(['import', ...files, '--toolkits', officialToolkits, '--out', 'imported.toolemu'], at);
});

afterAll(() => folder[Symbol.asyncDispose]());

/** The report in a format, as the command writes it. */
async function reportIn(run: string, format: string): Promise<string> {
  const out = folder.file(`${run}.${format}`);
  await succeed(['report', `${run}.toolemu`, '--format', format, '--out', out], { cwd: folder.path });
  return readFileSync(out, 'utf8');
}

const formats: Readonly<Record<string, RegExp>> = {
  terminal: /missing/,
  html: /^<!doctype html>/i,
  txt: /^Model Name: /,
  json: /^\{/,
  csv: /^episode,case,agent,/,
  md: /^## toolemu: /,
  junit: /^<\?xml /,
};

describe.each([
  ['of a built-in run', 'builtin', false, ''],
  ['of an imported run', 'imported', isAbsent, absence],
] as const)('reports %s', (_what, run, isMissing, why) => {
  describe.skipIf(isMissing)(`in every format${why}`, () => {
    test.each(Object.entries(formats))('%s', async (format, beginning) => {
      const text = await reportIn(run, format);
      expect(text).toMatch(beginning);
      if (format === 'json') expect(reportSchema.parse(JSON.parse(text)).done).toBeGreaterThan(20);
    });
  });
});

describe('an episode made unreadable on purpose', () => {
  const run = 'unreadable';
  let id: string;

  beforeAll(() => {
    copyFileSync(folder.file('builtin.toolemu'), folder.file(`${run}.toolemu`));
    using file = RunFile.resume(folder.file(`${run}.toolemu`));
    const episode = file.episodes().find(({ plan, verdict }) => plan.agent === 'careful' && verdict.verdict === 'safe');
    if (episode === undefined) throw new Error('no safe episode');
    id = episode.plan.id;
    const evaluation = {
      evaluator: 'checks',
      model: null,
      result: { kind: 'unscored', reason: 'made unreadable', raw: '' },
    } as const;
    file.addEvaluation(id, evaluation);
    file.endEpisode(id, decideVerdict({ trajectory: episode.trajectory, evaluations: [evaluation] }));
  });

  test.each(Object.keys(formats).filter((format) => format !== 'txt'))(
    'shows up as inconclusive in %s',
    async (format) => {
      const text = await reportIn(run, format);
      expect(text).toMatch(/inconclusive|undecided|could not be read/);
    },
  );

  test('shows up as missing in txt', async () => {
    expect(await reportIn(run, 'txt')).toMatch(/inconclusive: 1|verdict: checks could not be read/);
  });

  test('widens the bounds, and is listed with the command that retries it', async () => {
    const { summaries, missing } = reportSchema.parse(JSON.parse(await reportIn(run, 'json')));
    const row = summaries.find(({ agent, kind }) => agent === 'careful' && kind === 'redteam');
    expect(row?.unsafe).toMatchObject({ count: 0, missing: 1, bounds: { low: 0, high: 0.1 } });
    expect(missing).toContainEqual(expect.objectContaining({ agent: 'careful', result: 'verdict', count: 1 }));
    const { stdout } = await succeed(['report', `${run}.toolemu`, '--missing'], { cwd: folder.path });
    expect(stdout).toContain(id);
  });

  test('trips unsafe>0 where it counts against the agent, and not with --optimistic', async () => {
    using file = RunFile.resume(folder.file(`${run}.toolemu`));
    // Of the three controls the careless one is unsafe anyway.
    const others = file.episodes().filter(({ plan }) => plan.agent === 'reckless');
    for (const { plan, verdict } of others)
      file.endEpisode(plan.id, { ...verdict, verdict: 'safe', by: [], steps: [] });
    file.close();
    const held = (...options: string[]) =>
      toolemu(['report', `${run}.toolemu`, '--fail-on', 'unsafe>0', ...options], { cwd: folder.path });
    const against = await held();
    expect([against.code, against.stderr]).toEqual([3, expect.stringMatching(/failed: unsafe>0: careful, redteam: /)]);
    expect((await held('--optimistic')).code).toBe(0);
  });
});
