import { appendFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts';
import { comparisonViewSchema, compareQuerySchema } from '../../contract/api/compare.ts';
import type { ComparisonView, Episode } from '../../contract/index.ts';
import { played, row, runOf } from '../../report/compare/__fixtures__/runs.ts';
import { createComparisons, readRun } from '../../report/compare/index.ts';
import { RunFile } from '../../store/index.ts';
import { compareRuns } from './compare-runs.ts';
import { createCompareHandlers } from './handlers.ts';
import { createKept } from '../making/kept.ts';

interface Runs {
  /** The runs that were compared, each time they were. */
  readonly compared: string[][];
  /** Asks what the address asks. */
  readonly ask: (query: object) => Promise<ComparisonView>;
  readonly fileOf: (run: string) => string;
}

type Sketch = Omit<Parameters<typeof runOf>[0], 'episodes'> & { readonly episodes: Episode[] };

async function withRuns(sketches: Readonly<Record<string, Sketch>>, use: (runs: Runs) => Promise<void>): Promise<void> {
  await using folder = await temporaryFolder();
  const fileOf = (run: string): string => folder.file(`${run}.toolemu`);
  for (const [run, sketch] of Object.entries(sketches)) {
    using file = RunFile.create(fileOf(run), runOf({ evaluators: [], ...sketch }).manifest);
    for (const episode of sketch.episodes) file.addEpisode(episode);
  }
  const compared: string[][] = [];
  const kept = createKept<ReturnType<typeof compareRuns>>(1);
  const handlers = createCompareHandlers({
    compare: (question, state, signal) => {
      const make = async () => {
        compared.push(question.runs.map(({ run }) => run));
        return compareRuns(question);
      };
      return kept.get(JSON.stringify([state, question]), make, signal);
    },
  });
  const open = (run: string): RunFile => RunFile.read(fileOf(run));
  const context = { folder: folder.path, version: '0', opened: null, open, fileOf };
  const ask = async (query: object): Promise<ComparisonView> => {
    const asked = { params: undefined, query: compareQuerySchema.parse(query), body: undefined };
    return comparisonViewSchema.parse(
      await handlers['GET /api/compare'](asked, context, new Request('http://localhost')),
    );
  };
  await use({ compared, ask, fileOf });
}

const two = {
  a: { episodes: [...played('one', { ...row('suu?su'), twin1: 's' }), ...played('two', row('uussss'))] },
};

it('puts the agents of a run beside the first, case by case, with what became of each', async () => {
  await withRuns(two, async ({ ask }) => {
    const { sides, episodes, total, problem } = await ask({ run: ['a'] });
    expect(problem).toBeNull();
    expect(sides).toEqual([
      { name: 'one', run: 'a', agent: 'one', beside: null },
      { name: 'two', run: 'a', agent: 'two', beside: 0 },
    ]);
    expect(total).toBe(7);
    expect(
      episodes.map(({ caseId, kind, changes, changed, episodes: [one, other] }) => {
        return [caseId, kind, one?.verdict, other?.verdict, changes, changed];
      }),
    ).toEqual([
      ['c01', 'redteam', 'safe', 'unsafe', [null, 'broken'], true],
      ['c02', 'redteam', 'unsafe', 'unsafe', [null, 'still-unsafe'], false],
      ['c03', 'redteam', 'unsafe', 'safe', [null, 'fixed'], true],
      ['c04', 'redteam', 'inconclusive', 'safe', [null, null], true],
      ['c05', 'redteam', 'safe', 'safe', [null, 'still-safe'], false],
      ['c06', 'redteam', 'unsafe', 'safe', [null, 'fixed'], true],
      ['twin1', 'twin', 'safe', undefined, [null, null], false],
    ]);
  });
});

it('compares as the command does', async () => {
  const episodes = [
    ...played('one', { c1: 'uus', c2: 'sss', c3: 'u?u', c4: 'u-s' }),
    ...played('two', { c1: 'uss', c2: 'sus', c3: 'ssu', c4: 'sus' }),
  ];
  await withRuns({ a: { episodes, epochs: 3 } }, async ({ ask, fileOf }) => {
    using file = RunFile.read(fileOf('a'));
    const { manifest } = file;
    const expected = createComparisons([readRun({ path: 'a', manifest, episodesOf: () => file.episodesOf() })], {
      baseline: 'two',
      margin: 0.2,
    });
    const { comparisons } = await ask({ run: ['a'], baseline: 'two', margin: '0.2' });
    expect(comparisons).toEqual(expected);
    const changes = expected.comparisons[0]?.changes;
    for (const [only, cases] of [
      ['fixed', changes?.fixed],
      ['broken', changes?.broken],
    ] as const) {
      const { episodes: listed, total, counts } = await ask({ run: ['a'], baseline: 'two', only });
      expect([...new Set(listed.map(({ caseId }) => caseId))]).toEqual(cases);
      expect([total, counts[only]]).toEqual([listed.length, listed.length]);
    }
    expect(changes).toMatchObject({ fixed: ['c2'], broken: ['c1', 'c3', 'c4'] });
  });
});

it('lists what is chosen, by the page', async () => {
  await withRuns(two, async ({ ask }) => {
    const page = await ask({ run: ['a'], only: 'changed', offset: '1', limit: '2' });
    expect(page.episodes.map(({ caseId }) => caseId)).toEqual(['c03', 'c04']);
    expect(page.total).toBe(4);
    expect(page.counts).toEqual({ all: 7, changed: 4, fixed: 2, broken: 1, 'still-unsafe': 1 });
    const ofCase = await ask({ run: ['a'], case: 'c05' });
    expect(ofCase.episodes.map(({ caseId }) => caseId)).toEqual(['c05']);
  });
});

it('tells the problem, what differs and what to name, and still lists the episodes', async () => {
  const runs = {
    a: { episodes: played('one', row('su')) },
    b: { episodes: played('two', row('us')), maxSteps: 30 },
  };
  await withRuns(runs, async ({ ask }) => {
    const { comparisons, problem, sides, episodes } = await ask({ run: ['a', 'b'] });
    expect(comparisons).toBeNull();
    expect(problem).toMatchObject({
      reason: 'factors',
      message: expect.stringContaining('differ in more than one thing'),
      pairs: [{ a: 'a', b: 'b', factors: [{ name: 'agent' }, { name: 'max-steps', a: '15', b: '30' }] }],
      choices: ['agent', 'max-steps'],
    });
    expect(sides.map(({ beside }) => beside)).toEqual([null, 0]);
    expect(episodes.map(({ changes }) => changes[1])).toEqual(['broken', 'fixed']);
    const accepted = await ask({ run: ['a', 'b'], factor: 'agent' });
    expect(accepted.problem).toBeNull();
    expect(accepted.comparisons?.comparisons[0]).toMatchObject({ factor: { name: 'agent' } });
  });
});

it('puts agents of one name beside each other where runs cannot be compared', async () => {
  const hashes = { cases: { c01: 'another version' } };
  const runs = {
    a: { episodes: [...played('one', row('s')), ...played('two', row('s'))] },
    b: { episodes: [...played('two', row('u')), ...played('three', row('u'))], hashes },
  };
  await withRuns(runs, async ({ ask }) => {
    const { problem, sides, episodes } = await ask({ run: ['a', 'b'] });
    expect(problem).toMatchObject({ reason: 'benchmark', pairs: [], choices: [] });
    expect(sides).toEqual([
      { name: 'one of a', run: 'a', agent: 'one', beside: null },
      { name: 'two of a', run: 'a', agent: 'two', beside: null },
      { name: 'two of b', run: 'b', agent: 'two', beside: 1 },
      { name: 'three of b', run: 'b', agent: 'three', beside: null },
    ]);
    expect(episodes[0]?.changes).toEqual([null, null, 'broken', null]);
  });
});

it('puts each baseline before its like in the other runs', async () => {
  const episodes = [...played('one', row('s')), ...played('two', row('s'))];
  await withRuns({ a: { episodes }, b: { episodes }, c: { episodes } }, async ({ ask }) => {
    const { sides } = await ask({ run: ['a', 'b', 'c', 'a'] });
    expect(sides.map(({ name, beside }) => [name, beside])).toEqual([
      ['one of a', null],
      ['one of b', 0],
      ['one of c', 0],
      ['two of a', null],
      ['two of b', 3],
      ['two of c', 3],
    ]);
  });
});

it('compares runs again only when something was written to one', async () => {
  await withRuns(two, async ({ ask, compared, fileOf }) => {
    await ask({ run: ['a'] });
    await ask({ run: ['a'], only: 'fixed' });
    expect(compared).toEqual([['a']]);
    appendFileSync(`${fileOf('a')}-wal`, '');
    await ask({ run: ['a'] });
    expect(compared).toEqual([['a'], ['a']]);
  });
});
