import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { manifestOf, stepOf } from '../../../../../test/support/parcels.ts';
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts';
import type { Episode, EvaluationResult, Outcome } from '../../contract/index.ts';
import { type EpisodeChoice, type EpisodeList, RunFile, RunFileError } from '../index.ts';

interface Sketch {
  readonly caseId: string;
  readonly agent: string;
  readonly epoch?: number;
  readonly outcome?: Outcome['kind'];
  readonly verdict?: Episode['verdict']['verdict'];
  readonly steps?: number;
  readonly hijacked?: true;
  readonly results?: Readonly<Record<string, EvaluationResult>>;
}

const unscored: EvaluationResult = { kind: 'unscored', reason: 'no number', raw: 'a long text' };

/** Eight episodes, named by case, the first letter of the agent, and epoch. */
const sketches: readonly Sketch[] = [
  { caseId: 'b', agent: 'careful', outcome: 'finished', verdict: 'safe', steps: 2, results: { safety: scored(3) } },
  {
    caseId: 'a',
    agent: 'reckless',
    outcome: 'finished',
    verdict: 'unsafe',
    hijacked: true,
    steps: 4,
    results: { safety: scored(0) },
  },
  {
    caseId: 'a',
    agent: 'careful',
    outcome: 'quit',
    verdict: 'safe',
    results: { safety: scored(3), helpfulness: scored(1) },
  },
  {
    caseId: 'c',
    agent: 'careful',
    outcome: 'error',
    verdict: 'inconclusive',
    hijacked: true,
    steps: 1,
    results: { safety: unscored },
  },
  { caseId: 'c', agent: 'reckless', outcome: 'step-limit', verdict: 'safe', steps: 9, results: { checks: checked(1) } },
  { caseId: 'c', agent: 'reckless', epoch: 2, outcome: 'finished', steps: 1 },
  { caseId: 'a', agent: 'reckless', epoch: 2, steps: 3 },
  {
    caseId: 'b',
    agent: 'reckless',
    epoch: 2,
    outcome: 'finished',
    verdict: 'not-judged',
    results: { checks: checked(0) },
  },
];

const all = 'bc1 ar1 ac1 cc1 cr1 cr2 ar2 br2';

describe('a list of episodes', () => {
  it.each<{ choice: EpisodeChoice; chosen: string }>([
    { choice: {}, chosen: all },
    { choice: { agents: ['careful'] }, chosen: 'bc1 ac1 cc1' },
    { choice: { agents: ['reckless', 'careful', 'nobody'] }, chosen: all },
    { choice: { agents: [] }, chosen: '' },
    { choice: { cases: ['a', 'b'] }, chosen: 'bc1 ar1 ac1 ar2 br2' },
    { choice: { epoch: 2 }, chosen: 'cr2 ar2 br2' },
    { choice: { verdict: 'safe' }, chosen: 'bc1 ac1 cr1' },
    { choice: { verdict: 'not-judged' }, chosen: 'br2' },
    { choice: { verdict: null }, chosen: 'cr2 ar2' },
    { choice: { outcome: 'quit' }, chosen: 'ac1' },
    { choice: { outcome: null }, chosen: 'ar2' },
    { choice: { missing: true }, chosen: 'cc1 cr1 cr2' },
    { choice: { missing: false }, chosen: all },
    { choice: { hijacked: true }, chosen: 'ar1 cc1' },
    { choice: { hijacked: true, verdict: 'unsafe' }, chosen: 'ar1' },
    { choice: { hijacked: false }, chosen: all },
    { choice: { scores: { safety: 3 } }, chosen: 'bc1 ac1' },
    { choice: { scores: { safety: 0 } }, chosen: 'ar1' },
    { choice: { scores: { safety: null } }, chosen: 'cc1 cr1 cr2 ar2 br2' },
    { choice: { scores: { safety: 3, helpfulness: null } }, chosen: 'bc1' },
    { choice: { text: { part: 'C#CARE', cases: [] } }, chosen: 'cc1' },
    { choice: { text: { part: '#2', cases: ['b', 'no such'] } }, chosen: 'bc1 cr2 ar2 br2' },
    { choice: { text: { part: '', cases: [] } }, chosen: all },
    { choice: { agents: ['reckless'], cases: ['c'], verdict: 'safe', text: { part: 'c', cases: [] } }, chosen: 'cr1' },
  ])('holds what $choice chooses', async ({ choice, chosen }) => {
    await using opened = await fileOf(sketches);
    expect(named(opened.file, { choice })).toBe(chosen);
  });

  it.each<{ order: EpisodeList['order']; up: string; down: string }>([
    { order: undefined, up: all, down: 'br2 ar2 cr2 cr1 cc1 ac1 ar1 bc1' },
    { order: 'begun', up: all, down: 'br2 ar2 cr2 cr1 cc1 ac1 ar1 bc1' },
    { order: 'case', up: 'ar1 ac1 ar2 bc1 br2 cc1 cr1 cr2', down: 'cc1 cr1 cr2 bc1 br2 ar1 ac1 ar2' },
    { order: 'agent', up: 'bc1 ac1 cc1 ar1 cr1 cr2 ar2 br2', down: 'ar1 cr1 cr2 ar2 br2 bc1 ac1 cc1' },
    { order: 'epoch', up: all, down: 'cr2 ar2 br2 bc1 ar1 ac1 cc1 cr1' },
    { order: 'verdict', up: 'bc1 ac1 cr1 ar1 cc1 br2 cr2 ar2', down: 'br2 cc1 ar1 bc1 ac1 cr1 cr2 ar2' },
    { order: 'outcome', up: 'bc1 ar1 cr2 br2 ac1 cr1 cc1 ar2', down: 'cc1 cr1 ac1 bc1 ar1 cr2 br2 ar2' },
    { order: 'steps', up: 'ac1 br2 cc1 cr2 bc1 ar2 ar1 cr1', down: 'cr1 ar1 ar2 bc1 cc1 cr2 ac1 br2' },
    { order: 'gravity', up: 'ar1 bc1 ac1 cc1 cr1 cr2 ar2 br2', down: 'bc1 ac1 cc1 cr1 cr2 ar2 br2 ar1' },
    { order: 'safety', up: 'ar1 bc1 ac1 cc1 cr1 cr2 ar2 br2', down: 'bc1 ac1 ar1 cc1 cr1 cr2 ar2 br2' },
    { order: 'helpfulness', up: 'ac1 bc1 ar1 cc1 cr1 cr2 ar2 br2', down: 'ac1 bc1 ar1 cc1 cr1 cr2 ar2 br2' },
  ])('goes by $order either way', async ({ order, up, down }) => {
    await using opened = await fileOf(sketches);
    expect(named(opened.file, { order })).toBe(up);
    expect(named(opened.file, { order, descending: true })).toBe(down);
  });

  it('begins and ends where the page does, chosen or not', async () => {
    await using opened = await fileOf(sketches);
    for (const choice of [{}, { missing: false }, { text: { part: '#', cases: [] } }]) {
      const ids = (offset: number, limit: number) =>
        opened.file.queryEpisodes({ choice, order: 'case', offset, limit }).rows.map(({ plan }) => plan.id);
      expect(ids(2, 2)).toEqual(['a#reckless#2', 'b#careful#1']);
      expect([ids(7, 5), ids(8, 5), ids(0, 0)]).toEqual([['c#reckless#2'], [], []]);
    }
  });

  it('tells of each episode what the rows of the file tell', async () => {
    await using opened = await fileOf(sketches);
    const { total, rows } = opened.file.queryEpisodes({ offset: 0, limit: 100 });
    expect([total, rows]).toEqual([8, [...opened.file.rows()]]);
  });

  it('counts of each judge the last result only', async () => {
    await using opened = await fileOf(sketches);
    opened.file.addEvaluation('c#careful#1', { evaluator: 'safety', model: null, result: scored(2) });
    expect(named(opened.file, { choice: { scores: { safety: 2 } } })).toBe('cc1');
    opened.file.startEpisode({ id: 'a#reckless#1', caseId: 'a', agent: 'reckless', epoch: 1 });
    expect(named(opened.file, { choice: { scores: { safety: 0 } } })).toBe('');
    expect(named(opened.file, { choice: { outcome: null } })).toBe('ar1 ar2');
  });

  it('is the same by the page, and every place in it has its neighbours', async () => {
    await using opened = await fileOf(sketches);
    const { file } = opened;
    const orders = [
      'gravity',
      'begun',
      'case',
      'agent',
      'epoch',
      'verdict',
      'outcome',
      'steps',
      'safety',
      'helpfulness',
    ] as const;
    const lists = fc.record({
      choice: fc.record(
        {
          agents: fc.subarray(['careful', 'reckless']),
          verdict: fc.constantFrom(null, 'safe' as const),
          missing: fc.boolean(),
          text: fc.record({ part: fc.constantFrom('#1', 'RECK', ''), cases: fc.subarray(['a', 'b']) }),
        },
        { requiredKeys: [] },
      ),
      order: fc.constantFrom(...orders),
      descending: fc.boolean(),
    });
    fc.assert(
      fc.property(lists, fc.integer({ min: 1, max: 4 }), (list, limit) => {
        const whole = file.queryEpisodes({ ...list, offset: 0, limit: 100 });
        const ids = whole.rows.map(({ plan }) => plan.id);
        const offsets = Array.from({ length: Math.ceil(8 / limit) + 1 }, (_, page) => page * limit);
        const pages = offsets.map((offset) => file.queryEpisodes({ ...list, offset, limit }));
        expect(pages.flatMap(({ rows }) => rows)).toEqual(whole.rows);
        expect(new Set([...pages, whole].map(({ total }) => total))).toEqual(new Set([ids.length]));
        for (const [place, id] of ids.entries()) {
          const beside = { previous: ids[place - 1] ?? null, next: ids[place + 1] ?? null };
          expect(file.neighboursOf(id, list)).toEqual({ place, total: ids.length, ...beside });
        }
      }),
      { numRuns: 60 },
    );
  });

  it('has no place for an episode it does not hold', async () => {
    await using opened = await fileOf(sketches);
    const nowhere = { place: null, previous: null, next: null };
    expect(opened.file.neighboursOf('no such')).toEqual({ ...nowhere, total: 8 });
    expect(opened.file.neighboursOf('b#careful#1', { choice: { cases: ['a'] } })).toEqual({ ...nowhere, total: 3 });
  });

  it('of a run that has not begun is empty', async () => {
    await using opened = await fileOf([]);
    const empty = { total: 0, rows: [] };
    expect(opened.file.queryEpisodes({ offset: 0, limit: 10 })).toEqual(empty);
    expect(opened.file.queryEpisodes({ choice: { missing: true }, order: 'steps', offset: 5, limit: 10 })).toEqual(
      empty,
    );
    expect(opened.file.neighboursOf('x')).toEqual({ place: null, total: 0, previous: null, next: null });
  });

  it.each(['%', '_', '\\', "'", `"`, "') OR 1 = 1 --", '#%#', '[', '\u0000', '\uD800', '*', '?', ';'])(
    'takes %j for plain characters wherever it is asked for',
    async (hostile) => {
      const own: Sketch = { caseId: `x${hostile}x`, agent: `y${hostile}y`, outcome: 'finished', verdict: 'safe' };
      await using opened = await fileOf(hostile === '\uD800' || hostile === '\u0000' ? sketches : [...sketches, own]);
      const { file } = opened;
      const found = opened.count - sketches.length;
      const choices: EpisodeChoice[] = [
        { text: { part: `x${hostile}x`, cases: [] } },
        { text: { part: `X${hostile}X#Y`, cases: [] } },
        { text: { part: 'no such', cases: [`x${hostile}x`] } },
        { cases: [`x${hostile}x`] },
        { agents: [`y${hostile}y`] },
      ];
      const totals = choices.map((choice) => file.queryEpisodes({ choice, offset: 0, limit: 10 }).total);
      expect(totals).toEqual(choices.map(() => found));
      expect(file.neighboursOf(hostile).place).toBeNull();
    },
  );

  it('says which episode of a page is damaged, and lists the others', async () => {
    await using opened = await fileOf(sketches);
    const { file } = opened;
    using database = new DatabaseSync(file.path);
    database.exec("UPDATE evaluations SET value = 'none' WHERE episode = 2");
    database.exec("UPDATE episodes SET verdict = 'none' WHERE number = 8");
    expect(() => named(file, { choice: { cases: ['a'] } })).toThrow(
      /is damaged: an evaluation of episode a#reckless#1\. /,
    );
    expect(() => named(file, { order: 'safety' })).toThrow(RunFileError);
    expect(() => named(file, { choice: { hijacked: true } })).toThrow(RunFileError);
    expect(() => named(file, { choice: { agents: ['reckless'], cases: ['b'] } })).toThrow(/is damaged: /);
    expect(named(file, { choice: { agents: ['careful'] } })).toBe('bc1 ac1 cc1');
  });
});

/** The names of the episodes of a list. */
function named(file: RunFile, list: EpisodeList): string {
  const { total, rows } = file.queryEpisodes({ ...list, offset: 0, limit: 100 });
  expect(rows).toHaveLength(total);
  return rows.map(({ plan }) => `${plan.caseId}${plan.agent[0]}${plan.epoch}`).join(' ');
}

async function fileOf(episodes: readonly Sketch[]): Promise<AsyncDisposable & { file: RunFile; count: number }> {
  const folder = await temporaryFolder();
  const file = RunFile.create(folder.file('run.toolemu'), manifestOf());
  for (const episode of episodes) add(file, episode);
  return {
    file,
    count: episodes.length,
    async [Symbol.asyncDispose]() {
      file.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

function add(
  file: RunFile,
  { caseId, agent, epoch = 1, outcome, verdict, hijacked, steps = 0, results = {} }: Sketch,
): void {
  const id = `${caseId}#${agent}#${epoch}`;
  file.startEpisode({ id, caseId, agent, epoch });
  for (let step = 1; step <= steps; step += 1) file.addStep(id, stepOf(step));
  if (outcome !== undefined) file.endTrajectory(id, outcomeOf(outcome));
  for (const [evaluator, result] of Object.entries(results)) file.addEvaluation(id, { evaluator, model: null, result });
  if (verdict === undefined) return;
  file.endEpisode(id, { verdict, reason: 'a reason', by: [], steps: [], disagreement: false, hijacked });
}

function outcomeOf(kind: Outcome['kind']): Outcome {
  if (kind === 'finished') return { kind, answer: 'Done.', asks: false };
  if (kind === 'quit') return { kind, reason: 'Unclear.' };
  if (kind === 'error') return { kind, code: 'model', message: 'down' };
  return kind === 'budget' ? { kind, message: 'spent' } : { kind };
}

function scored(score: number): EvaluationResult {
  return { kind: 'scored', score, label: '', findings: [], summary: '' };
}

function checked(unreadable: number): EvaluationResult {
  return {
    kind: 'checked',
    tripped: [],
    achieved: true,
    unachieved: [],
    unreadable: Array<string>(unreadable).fill('x'),
  };
}
