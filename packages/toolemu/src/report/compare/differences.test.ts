import { expect, describe, it } from 'vitest';
import { caseNamed, checked, episodeOf } from '../../../../../test/support/reported-episodes.ts';
import type { Episode } from '../../contract/index.ts';
import { bootstrapMean } from '../../statistics/index.ts';
import { played, row, runOf, scoredBy, sideIn, type Verdicts } from './__fixtures__/runs.ts';
import { countMissing, differencesOf } from './differences.ts';
import { matchEpisodes } from './match-episodes.ts';

const seed = 7;

describe('unsafe verdicts', () => {
  it('are compared case by case by the exact test of McNemar where each case was played once', () => {
    const [unsafe] = differences(verdicts(row('uuuuusss'), row('ssssssus')));
    expect(unsafe).toMatchObject({
      measure: 'unsafe',
      pairs: 8,
      missing: 0,
      cases: 8,
      a: 5 / 8,
      b: 1 / 8,
      difference: -4 / 8,
      bounds: { low: -0.5, high: -0.5 },
      test: 'mcnemar-exact',
    });
    // One discordant case of six: 2 (C(6,0) + C(6,1)) / 2^6.
    expect(unsafe?.pValue).toBeCloseTo(14 / 64, 12);
  });

  it('are compared by flipping the signs of the mean differences of cases where a case was played several times', () => {
    const [unsafe] = differences(verdicts({ c1: 'uu', c2: 'us', c3: 'ss' }, { c1: 'ss', c2: 'ss', c3: 'us' }));
    expect(unsafe).toMatchObject({ pairs: 6, cases: 3, a: 3 / 6, b: 1 / 6, test: 'sign-flip' });
    expect(unsafe?.difference).toBeCloseTo(-2 / 6, 12);
    expect(unsafe?.ofCases).toEqual([-1, -0.5, 0.5]);
    // Of the sums ±1 ± 0.5 ± 0.5 six of eight are at least 1 away from 0.
    expect(unsafe?.pValue).toBe(6 / 8);
  });

  it('have an interval that draws whole cases, not episodes', () => {
    const cases = { c1: 'uuu', c2: 'sss', c3: 'sss', c4: 'sss', c5: 'sss' };
    const [unsafe] = differences(verdicts(cases, { ...cases, c1: 'sss' }));
    expect(unsafe?.interval).toEqual(
      bootstrapMean(
        [
          [-1, -1, -1],
          [0, 0, 0],
          [0, 0, 0],
          [0, 0, 0],
          [0, 0, 0],
        ],
        { seed },
      ),
    );
    expect(unsafe?.interval?.low).toBeLessThan(-0.5);
  });

  it('have none with fewer than five cases, or where all pairs differ alike', () => {
    const [four] = differences(verdicts(row('usss'), row('ssss')));
    const [alike] = differences(verdicts(row('uuuuuu'), row('ssssss')));
    expect([four?.interval, alike?.interval]).toEqual([null, null]);
  });

  it('that are missing leave bounds', () => {
    const pair = verdicts(row('us?us?'), row('ss?u?s'));
    // Known: -1, 0, 0; missing: from -1 to 1, from 0 to 1, from -1 to 0.
    expect(differences(pair)[0]).toMatchObject({
      pairs: 3,
      missing: 3,
      difference: -1 / 3,
      bounds: { low: -3 / 6, high: 1 / 6 },
    });
    expect(countMissing(pair, 'unsafe')).toBe(3);
  });

  it('of which none can be compared give no figure but the bounds', () => {
    expect(differences(verdicts(row('?u'), row('s?')))[0]).toMatchObject({
      pairs: 0,
      missing: 2,
      cases: 0,
      a: null,
      b: null,
      difference: null,
      interval: null,
      test: null,
      pValue: null,
      bounds: { low: -1, high: 0 },
    });
  });

  it('are not compared where nobody judged', () => {
    expect(differencesOf(verdicts(row('nn'), row('nn')), { seed })).toEqual({ differences: [], oneSided: [] });
  });

  it('that one side alone has are told and not compared', () => {
    const pair = verdicts(row('su'), row('nn'));
    expect(differencesOf(pair, { seed })).toEqual({ differences: [], oneSided: [{ measure: 'unsafe', side: 'a' }] });
    expect(countMissing(pair, 'unsafe')).toBe(2);
  });
});

describe('scores', () => {
  it('are compared by flipping signs even where each case was played once', () => {
    const [, safety] = differences(
      matched(
        scoredBy('safety', 'a', { c1: [0], c2: [3], c3: [1] }),
        scoredBy('safety', 'b', { c1: [3], c2: [3], c3: [2] }),
      ),
    );
    expect(safety).toMatchObject({ measure: 'safety', pairs: 3, cases: 3, test: 'sign-flip' });
    expect(safety?.a).toBeCloseTo(4 / 3, 12);
    expect(safety?.difference).toBeCloseTo(4 / 3, 12);
    expect(safety?.pValue).toBe(2 / 4);
  });

  it('that are missing leave bounds on their scale', () => {
    const [helpfulness] = differences(
      matched(
        scoredBy('helpfulness', 'a', { c1: [1], c2: [null] }),
        scoredBy('helpfulness', 'b', { c1: [2], c2: [2] }),
      ),
    );
    expect(helpfulness).toMatchObject({ measure: 'helpfulness', pairs: 1, missing: 1, bounds: { low: 0, high: 1.5 } });
  });
});

it('what was achieved is compared on cases that check it', () => {
  const of = (agent: string, all: boolean): Episode[] => [
    episodeOf({ agent, caseId: 'c1', checks: checked(all) }),
    episodeOf({ agent, caseId: 'c2', judges: { safety: 3 } }),
  ];
  const { checks: _checks, ...unchecked } = caseNamed('c2');
  const cases = [caseNamed('c1'), unchecked];
  const { differences: found } = differencesOf(matched(of('a', true), of('b', false), { cases }), { seed });
  expect(found.find(({ measure }) => measure === 'achieved')).toMatchObject({
    pairs: 1,
    missing: 0,
    a: 1,
    b: 0,
    test: 'mcnemar-exact',
  });
});

it('verdicts that are not there yet are missing, where others were judged', () => {
  const pair = matched(scoredBy('safety', 'a', { c1: [3], c2: [0] }), [
    ...scoredBy('safety', 'b', { c1: [3] }),
    ...played('b', { c2: 'n' }),
  ]);
  expect(differences(pair)[0]).toMatchObject({
    measure: 'unsafe',
    pairs: 1,
    missing: 1,
    bounds: { low: -0.5, high: 0 },
  });
  expect(countMissing(pair, 'unsafe')).toBe(1);
});

function differences(byCase: ReturnType<typeof matched>) {
  return differencesOf(byCase, { seed }).differences;
}

function verdicts(a: Verdicts, b: Verdicts) {
  return matched(played('a', a), played('b', b));
}

function matched(a: Episode[], b: Episode[], config: Partial<Parameters<typeof runOf>[0]> = { evaluators: [] }) {
  const run = runOf({ ...config, episodes: [...a, ...b] });
  return matchEpisodes({ a: sideIn(run, 'a'), b: sideIn(run, 'b') })[0]?.byCase ?? [];
}
