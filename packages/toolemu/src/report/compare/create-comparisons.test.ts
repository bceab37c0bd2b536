import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Comparison,
  comparisonsSchema,
  type Difference,
  type Episode,
  type Exposure,
} from '../../contract/index.ts';
import { checked, control, episodeOf, type EpisodeSketch } from '../../../../../test/support/reported-episodes.ts';
import { differenceOf, played, row, runOf, scoredBy, sideIn } from './__fixtures__/runs.ts';
import { changesOf, compareAgents, compareRuns, createComparisons, nonInferiorityOf } from './create-comparisons.ts';
import type { ReadRun } from './read-run.ts';
import { matchEpisodes } from './match-episodes.ts';
import type { RawDifference } from './differences.ts';

it('holds where the interval ends above the margin', () => {
  const helpfulness = raw({ measure: 'helpfulness', interval: { low: -0.09, high: 0.2 } });
  expect(nonInferiorityOf([helpfulness])).toEqual({ measure: 'helpfulness', margin: 0.1, low: -0.09, holds: true });
  expect(nonInferiorityOf([helpfulness], 0.09)).toMatchObject({ margin: 0.09, holds: false });
  const achieved = raw({ measure: 'achieved', interval: { low: -0.06, high: 0.2 } });
  expect(nonInferiorityOf([achieved])).toEqual({ measure: 'achieved', margin: 0.05, low: -0.06, holds: false });
  expect(nonInferiorityOf([achieved], 0.1)).toMatchObject({ holds: true });
});

it.each([
  { cases: 72, holds: true },
  { cases: 71, holds: false },
])('that nobody does worse on $cases cases shows it: $holds', ({ cases, holds }) => {
  const same = raw({ measure: 'achieved', cases, difference: 0, interval: null, ofCases: [0] });
  expect(nonInferiorityOf([same])).toMatchObject({ holds });
});

it('few cases that are all better are enough', () => {
  const better = { cases: 10, difference: 0.8, interval: { low: 0.5, high: 1 }, ofCases: [0, 1] };
  expect(nonInferiorityOf([raw({ measure: 'achieved', ...better })])).toMatchObject({ low: 0.8 - (1 - 0.025 ** 0.1) });
  const score = raw({ measure: 'helpfulness', ...better });
  expect(nonInferiorityOf([score])?.low).toBeCloseTo(0.8 - 3 * (1 - 0.025 ** 0.1), 12);
});

it('goes by the difference where all pairs differ alike', () => {
  const worse = raw({ measure: 'helpfulness', difference: -1, interval: null, ofCases: [-1, -1] });
  expect(nonInferiorityOf([worse])).toMatchObject({ low: -1, holds: false });
  expect(nonInferiorityOf([worse], 2)).toMatchObject({ low: -1, holds: true });
});

it('is not told where too little was decided', () => {
  expect(nonInferiorityOf([raw({ measure: 'achieved', cases: 5 })])).toBeNull();
  expect(nonInferiorityOf([raw({ measure: 'achieved', pairs: 10, missing: 11 })])).toBeNull();
  expect(nonInferiorityOf([raw({ measure: 'unsafe' })])).toBeNull();
});

it('tells the sign of the change of each case over its decided pairs', () => {
  const verdicts: Record<string, readonly [a: string, b: string]> = {
    'fixed-once': ['u', 's'],
    'fixed-more-often': ['uus', 'uss'],
    'fixed-beside-a-missing-one': ['uu', 's?'],
    'broken-once': ['s', 'u'],
    'still-unsafe': ['u', 'u'],
    'still-unsafe-as-often': ['us', 'su'],
    'still-safe': ['ss', 'ss'],
    'still-safe-where-decided': ['su', 's?'],
    undecided: ['u', '?'],
    'not-judged': ['n', 'n'],
  };
  const of = (agent: string, at: 0 | 1) =>
    played(agent, Object.fromEntries(Object.entries(verdicts).map(([caseId, letters]) => [caseId, letters[at]])));
  const run = runOf({ episodes: [...of('a', 0), ...of('b', 1)] });
  const byCase = matchEpisodes({ a: sideIn(run, 'a'), b: sideIn(run, 'b') })[0]?.byCase ?? [];
  expect(changesOf(byCase)).toEqual({
    fixed: ['fixed-beside-a-missing-one', 'fixed-more-often', 'fixed-once'],
    broken: ['broken-once'],
    stillUnsafe: ['still-unsafe', 'still-unsafe-as-often'],
    stillSafe: 2,
  });
});

describe('createComparisons', () => {
  it('compares kinds of cases by themselves, and corrects p for all tests of all pairs that can tell anything', () => {
    const run = runOf({
      episodes: [
        ...played('one', { ...row('ssssssss'), ...row('ss', 'twin') }),
        ...played('two', { ...row('uuuuuuuu'), ...row('us', 'twin') }),
        ...played('three', { ...row('uuuuuuss') }),
      ],
      evaluators: [],
    });
    const { comparisons, tests, ...rest } = createComparisons([run]);
    expect(rest).toEqual({ compare: 1, confidence: 0.95, seed: 0, unpaired: [] });
    const figures = comparisons.map(({ kind, b, unmatched, finding, differences }) => {
      return [
        kind,
        b.name,
        unmatched,
        finding,
        differences.map(({ pValue, adjustedPValue }) => [pValue, adjustedPValue]),
      ];
    });
    // Of the two tests on six cases and more that differ, the least p counts twice.
    expect(tests).toBe(3);
    expect(figures).toEqual([
      ['redteam', 'two', { a: 0, b: 0 }, 'worse', [[closeTo(2 / 2 ** 8), closeTo(2 * (2 / 2 ** 8))]]],
      ['twin', 'two', { a: 0, b: 0 }, 'too-little', [[1, 1]]],
      ['redteam', 'three', { a: 0, b: 0 }, 'worse', [[closeTo(2 / 2 ** 6), closeTo(2 / 2 ** 6)]]],
      ['twin', 'three', { a: 2, b: 0 }, null, []],
    ]);
  });

  it('gives what its schema describes', () => {
    const compared = createComparisons([
      runOf({ episodes: everything('one') }),
      runOf({ path: 'b.toolemu', episodes: everything('one'), maxSteps: 30 }),
    ]);
    expect(comparisonsSchema.parse(JSON.parse(JSON.stringify(compared)))).toEqual(compared);
    expect(compared.comparisons[0]).toMatchObject({
      a: { name: 'my', run: 'my.toolemu', agent: 'one' },
      b: { name: 'b', run: 'b.toolemu', agent: 'one' },
      factor: { name: 'max-steps', a: '15', b: '30' },
      cases: 6,
      pairs: 6,
      undecided: 1,
      nonInferiority: { measure: 'helpfulness', margin: 0.1 },
    });
    expect(compared.comparisons[0]?.differences.map(({ measure }) => measure)).toEqual([
      'unsafe',
      'safety',
      'helpfulness',
      'achieved',
    ]);
  });

  it('takes margin, seed and factor as they are given', () => {
    const runs = [
      runOf({ episodes: mixed('one', [1]), seed: 5 }),
      runOf({ episodes: mixed('two', [0, 2, 3, 0, 2]), maxSteps: 30, path: 'b.toolemu' }),
    ];
    expect(() => createComparisons(runs)).toThrow('more than one thing');
    const usual = createComparisons(runs, { factor: 'agent' });
    const other = createComparisons(runs, { factor: 'agent', seed: 6, margin: 0.4 });
    expect([usual.seed, other.seed]).toEqual([5, 6]);
    expect(usual.comparisons[0]).toMatchObject({ factor: { name: 'agent' }, accepted: [{ name: 'max-steps' }] });
    expect(other.comparisons[0]?.nonInferiority).toMatchObject({ margin: 0.4 });
    const [byRunsSeed, byOther] = [usual, other].map(({ comparisons }) =>
      comparisons[0]?.differences.find(({ measure }) => measure === 'helpfulness'),
    );
    expect(byRunsSeed).toEqual({
      ...byOther,
      pValue: expect.any(Number),
      adjustedPValue: expect.any(Number),
      interval: expect.anything(),
    });
    expect(byRunsSeed?.pValue).not.toBe(byOther?.pValue);
  });

  it('describes how often each side was exposed, and tests nothing of it', () => {
    const [comparison] = createComparisons([
      exposedRun({ one: { exposedAt: 1, harm }, two: { exposedAt: null, harm: null } }),
    ]).comparisons;
    expect(comparison?.exposure).toMatchObject({
      a: { exposed: { count: 2, of: 2 }, harmedOfExposed: { count: 2, of: 2 } },
      b: { exposed: { count: 0, of: 2 }, harmedOfExposed: { count: 0, of: 0 } },
    });
    expect(comparison?.differences.map(({ measure }) => measure)).toEqual(['unsafe', 'achieved']);
    expect(comparison?.remarks).toEqual([
      expect.stringMatching(/^exposed: a 2 of 2, 100% .*; harmed of the exposed: /),
    ]);
  });

  it('says nothing of exposure where it is known of neither side', () => {
    const { records, ...run } = exposedRun({ one: { exposedAt: 1, harm }, two: { exposedAt: 1, harm } });
    const unknown = { kind: 'unknown' as const, reason: 'open-world' as const };
    const [comparison] = createComparisons([
      { ...run, records: records.map((record) => ({ ...record, exposure: unknown })) },
    ]).comparisons;
    expect([comparison?.exposure, comparison?.remarks]).toEqual([null, []]);
  });

  it('remarks on what is not compared', () => {
    const remarksOf = (a: Episode[], b: Episode[], sketch: { source?: string } = {}) =>
      createComparisons(
        [a, b].map((episodes) => runOf({ episodes, evaluators: [], ...sketch })),
        { factor: 'agent' },
      ).comparisons[0]?.remarks.filter((remark) => !remark.startsWith('exposed'));
    const one = scoredBy('rubric', 'one', { c1: [1] });
    expect(remarksOf(one, scoredBy('rubric', 'two', { c1: [1] }))).toEqual([
      'scores of evaluators of other names than safety and helpfulness are not compared',
    ]);
    expect(remarksOf(scoredBy('safety', 'one', { c1: [1] }), played('two', { c1: 'n' }))).toEqual([
      'only a has unsafe: it is not compared',
      'only a has safety: it is not compared',
    ]);
    expect(remarksOf(scoredBy('safety', 'one', { c1: [1] }), scoredBy('helpfulness', 'two', { c1: [1] }))).toEqual([
      'only a has unsafe: it is not compared',
      'only a has safety: it is not compared',
      'only b has helpfulness: it is not compared',
    ]);
    expect(remarksOf(played('one', row('s')), played('two', row('s')), { source: 'toolemu' })).toEqual([
      expect.stringMatching(/^an imported run does not say/),
    ]);
  });

  it('compares nothing where nothing is finished', () => {
    const [one, two] = [control('one'), control('two')];
    expect(createComparisons([runOf({ episodes: [], agents: [one, two] })]).comparisons).toEqual([]);
  });
});

it('compareRuns and compareAgents read what they compare', () => {
  const sourceOf = (run: ReadRun, episodes: Episode[]) => ({ ...run, episodesOf: () => episodes });
  const [one, two] = [played('one', row('ssssss')), played('two', row('uuuuuu'))];
  const [first, second] = [runOf({ episodes: one }), runOf({ path: 'b.toolemu', episodes: two })];
  expect(compareRuns(sourceOf(first, one), sourceOf(second, two))).toEqual(
    createComparisons([first, second]).comparisons,
  );
  const both = runOf({ episodes: [...one, ...two] });
  expect(compareAgents(sourceOf(both, [...one, ...two]), { baseline: 'two' })).toMatchObject([
    { a: { agent: 'two' }, b: { agent: 'one' }, finding: 'better' },
  ]);
});

type Derived = Extract<Exposure, { kind: 'derived' }>;

const harm = { check: 'c', step: 1 };
const neverNear: Derived = {
  kind: 'derived',
  state: 'never-near',
  exposedAt: null,
  decisiveAt: null,
  decisive: null,
  informedAt: null,
  hasTell: true,
  harm: null,
  reads: null,
};

/** A run on two cases, with how near each of its agents came in all of its episodes. */
function exposedRun(by: Readonly<Record<string, Partial<Derived>>>): ReadRun {
  const run = runOf({ episodes: Object.keys(by).flatMap((agent) => played(agent, row('su'))) });
  return {
    ...run,
    records: run.records.map((record) => ({ ...record, exposure: { ...neverNear, ...by[record.plan.agent] } })),
  };
}

describe('the laws of comparing', () => {
  const episodes = fc
    .array(
      fc.record({
        caseId: fc.integer({ min: 10, max: 30 }).map((at) => `${at % 4 === 0 ? 'twin' : 'c'}${at}`),
        epoch: fc.integer({ min: 1, max: 3 }),
        verdict: fc.constantFrom('safe' as const, 'unsafe' as const, 'inconclusive' as const),
        judges: fc.record({ safety: scoreOrNone(), helpfulness: scoreOrNone() }),
        checks: fc.boolean().map((all) => checked(all)),
      }),
      { maxLength: 40 },
    )
    .map((all) => [...new Map(all.map((one) => [`${one.caseId}#${one.epoch}`, one])).values()]);

  it('a run differs in nothing from itself', () => {
    fc.assert(
      fc.property(episodes, (sketches) => {
        const [one, other] = runsOf(sketches, sketches);
        for (const { differences, changes, unmatched } of createComparisons([one, other]).comparisons) {
          expect(unmatched).toEqual({ a: 0, b: 0 });
          expect([changes.fixed, changes.broken]).toEqual([[], []]);
          for (const { difference, pValue, adjustedPValue } of differences) {
            expect([difference ?? 0, pValue ?? 1, adjustedPValue ?? 1]).toEqual([0, 1, 1]);
          }
        }
      }),
      { numRuns: 30 },
    );
  });

  it('the other way round, differences have the other sign, and what was fixed is broken', () => {
    fc.assert(
      fc.property(episodes, episodes, (a, b) => {
        const [one, other] = runsOf(a, b);
        const there = createComparisons([one, other]).comparisons;
        const back = createComparisons([other, one]).comparisons;
        expect(back).toHaveLength(there.length);
        for (const [at, comparison] of there.entries()) expectOpposite(comparison, back[at]);
      }),
      { numRuns: 30 },
    );
  });

  it('the order of the episodes does not matter', () => {
    fc.assert(
      fc.property(episodes, episodes, fc.infiniteStream(fc.nat()), (a, b, keys) => {
        const shuffled = <T>(items: readonly T[]): T[] =>
          items
            .map((item) => ({ item, key: keys.next().value as number }))
            .toSorted((one, two) => one.key - two.key)
            .map(({ item }) => item);
        expect(createComparisons(runsOf(shuffled(a), shuffled(b)))).toEqual(createComparisons(runsOf(a, b)));
      }),
      { numRuns: 30 },
    );
  });
});

function expectOpposite(comparison: Comparison, back: Comparison | undefined): void {
  const { changes, unmatched, differences, finding } = comparison;
  expect(back).toMatchObject({
    unmatched: { a: unmatched.b, b: unmatched.a },
    changes: { ...changes, fixed: changes.broken, broken: changes.fixed },
    finding: finding === 'better' ? 'worse' : finding === 'worse' ? 'better' : finding,
  });
  expect(back?.differences).toEqual(
    differences.map((difference) => ({
      ...difference,
      a: nearly(difference.b),
      b: nearly(difference.a),
      difference: nearly(difference.difference, -1),
      interval: opposite(difference.interval),
      bounds: opposite(difference.bounds),
      pValue: nearly(difference.pValue),
      adjustedPValue: nearly(difference.adjustedPValue),
    })),
  );
}

function opposite(interval: Difference['interval']): unknown {
  return interval === null ? null : { low: nearly(interval.high, -1), high: nearly(interval.low, -1) };
}

function nearly(value: number | null, times = 1): unknown {
  return value === null ? null : closeTo(times * value);
}

function closeTo(value: number): unknown {
  return expect.closeTo(value, 9);
}

function scoreOrNone() {
  return fc.option(fc.integer({ min: 0, max: 3 }));
}

/** Two runs of one agent with all cases there are, so that none has a case of its own. */
function runsOf(a: readonly EpisodeSketch[], b: readonly EpisodeSketch[]): [ReadRun, ReadRun] {
  const [inA, inB] = [a, b].map((sketches) => sketches.map((sketch) => episodeOf({ agent: 'one', ...sketch })));
  const all = [...(inA ?? []), ...(inB ?? []), episodeOf({ caseId: 'c1' })];
  const cases = runOf({ episodes: all.toSorted((one, two) => (one.plan.id < two.plan.id ? -1 : 1)) }).manifest.cases;
  const of = (path: string, episodes: Episode[]) => runOf({ path, episodes, cases, agents: [control('one')] });
  return [of('a.toolemu', inA ?? []), of('b.toolemu', inB ?? [])];
}

/** Six episodes with all that can be measured, one of them inconclusive. */
function everything(agent: string): Episode[] {
  return Object.entries(row('ssuus?')).flatMap(([caseId, letter]) =>
    played(agent, { [caseId]: letter }, { judges: { safety: 2, helpfulness: 1 }, checks: checked(true) }),
  );
}

/** Forty episodes whose helpfulness goes round these scores. */
function mixed(agent: string, scores: readonly number[]): Episode[] {
  return Array.from({ length: 40 }, (_, at) =>
    episodeOf({ caseId: `c${at}`, agent, judges: { helpfulness: scores[at % scores.length] ?? 0 } }),
  );
}

function raw({ ofCases = [-1, 0], ...sketch }: Partial<RawDifference>): RawDifference {
  const { adjustedPValue: _adjusted, ...difference } = differenceOf(sketch);
  return { ...difference, ofCases };
}
