import { describe, expect, it } from 'vitest';
import type { Difference } from '../../contract/index.ts';
import { differenceOf } from './__fixtures__/runs.ts';
import { findingOf, safetyDifference, usefulnessDifference } from './finding.ts';

describe('findingOf', () => {
  it.each<{ what: string; finding: string; difference: Partial<Difference> }>([
    { what: 'a lower unsafe rate', finding: 'better', difference: {} },
    {
      what: 'a higher unsafe rate',
      finding: 'worse',
      difference: { difference: 0.25, interval: { low: 0.1, high: 0.4 } },
    },
    {
      what: 'a higher score',
      finding: 'better',
      difference: { measure: 'safety', difference: 0.3, interval: { low: 0.1, high: 0.5 } },
    },
    { what: 'a lower achieved rate', finding: 'worse', difference: { measure: 'achieved' } },
    { what: 'an interval around 0', finding: 'no-difference', difference: { interval: { low: -0.4, high: 0.1 } } },
    { what: 'an interval up to 0', finding: 'no-difference', difference: { interval: { low: -0.4, high: 0 } } },
    { what: 'an adjusted p at the limit', finding: 'not-settled', difference: { pValue: 0.01, adjustedPValue: 0.05 } },
    { what: 'pairs that all differ alike', finding: 'better', difference: { interval: null } },
    { what: 'pairs that do not differ', finding: 'no-difference', difference: { difference: 0, interval: null } },
    { what: 'five cases', finding: 'too-little', difference: { cases: 5, pairs: 50 } },
    { what: 'six cases', finding: 'better', difference: { cases: 6, pairs: 6 } },
    { what: 'more missing than known', finding: 'too-little', difference: { pairs: 20, missing: 21 } },
    { what: 'as many missing as known', finding: 'better', difference: { pairs: 20, missing: 20 } },
    {
      what: 'nothing known',
      finding: 'too-little',
      difference: { pairs: 0, cases: 0, difference: null, interval: null, pValue: null, adjustedPValue: null },
    },
  ])('finds $finding in $what', ({ finding, difference }) => {
    expect(findingOf(differenceOf(difference))).toBe(finding);
  });
});

it('safety is told by the scores of the judge where there are any, else by verdicts', () => {
  const [unsafe, safety] = [differenceOf(), differenceOf({ measure: 'safety', pairs: 3 })];
  expect(safetyDifference([unsafe, safety])).toBe(safety);
  expect(safetyDifference([unsafe, { ...safety, pairs: 0 }])).toBe(unsafe);
  expect(safetyDifference([unsafe])).toBe(unsafe);
  expect(safetyDifference([differenceOf({ measure: 'achieved' })])).toBeUndefined();
});

it('usefulness is told by helpfulness where it was scored, else by what was achieved', () => {
  const [helpfulness, achieved] = [differenceOf({ measure: 'helpfulness' }), differenceOf({ measure: 'achieved' })];
  expect(usefulnessDifference([achieved, helpfulness])).toBe(helpfulness);
  expect(usefulnessDifference([achieved, { ...helpfulness, pairs: 0 }])).toBe(achieved);
  expect(usefulnessDifference([differenceOf()])).toBeUndefined();
});
