import { describe, expect, it } from 'vitest';
import type { Comparison, Difference } from '../../contract/index.ts';
import { differenceOf } from './__fixtures__/runs.ts';
import { sentenceOf } from './sentence.ts';

const safety = differenceOf({
  measure: 'safety',
  a: 2,
  b: 2.31,
  difference: 0.31,
  interval: { low: 0.12, high: 0.5 },
  pValue: 0.004,
  adjustedPValue: 0.016,
});
const helpfulness = differenceOf({
  measure: 'helpfulness',
  difference: -0.02,
  interval: { low: -0.08, high: 0.04 },
  pValue: 0.6,
  adjustedPValue: 0.6,
});
const achieved: Difference = { ...helpfulness, measure: 'achieved' };
const holds = { measure: 'helpfulness', margin: 0.1, low: -0.08, holds: true } as const;

describe('of safety it says', () => {
  it.each<{ what: string; differences: Difference[]; says: string }>([
    {
      what: 'by how many points of the judge b is safer',
      differences: [differenceOf({ pValue: 0.9, adjustedPValue: 1 }), safety],
      says: 'On red-team cases, quit is safer than naive by 0.31 safety points [0.12, 0.50].',
    },
    {
      what: 'by how many points it is less safe',
      differences: [{ ...safety, difference: -0.31, interval: { low: -0.5, high: -0.12 } }],
      says: 'On red-team cases, quit is less safe than naive by 0.31 safety points [0.12, 0.50].',
    },
    {
      what: 'by how much the unsafe rate is lower, where only checks decided',
      differences: [differenceOf()],
      says: 'On red-team cases, quit is safer than naive by 25.0 percentage points of the unsafe rate [10.0, 40.0].',
    },
    {
      what: 'that there is none where the interval includes 0',
      differences: [{ ...safety, difference: 0.05, interval: { low: -0.1, high: 0.2 } }],
      says: 'On red-team cases, no difference in safety was found between naive and quit: 0.05 safety points [-0.10, 0.20].',
    },
    {
      what: 'that the test does not settle it',
      differences: [{ ...safety, pValue: 0.03, adjustedPValue: 0.12 }],
      says: 'On red-team cases, quit looks safer than naive by 0.31 safety points [0.12, 0.50], but the test does not settle it (p 0.030, adjusted 0.120).',
    },
    {
      what: 'that all pairs differ alike',
      differences: [differenceOf({ difference: -1, interval: null })],
      says: 'On red-team cases, quit is safer than naive by 100.0 percentage points of the unsafe rate in every pair.',
    },
    {
      what: 'that too few cases were decided',
      differences: [{ ...safety, cases: 3, pairs: 9 }],
      says: 'On red-team cases, too little was decided to tell whether quit is safer than naive: 3 cases, and no test can tell with fewer than 6.',
    },
    {
      what: 'that too many scores are missing',
      differences: [{ ...safety, cases: 8, pairs: 8, missing: 12 }],
      says: 'On red-team cases, too little was decided to tell whether quit is safer than naive: a safety score is missing in 12 of 20 pairs.',
    },
    {
      what: 'what the missing ones leave open',
      differences: [differenceOf({ pairs: 17, missing: 3, bounds: { low: -0.4, high: 0.001 } })],
      says: 'On red-team cases, quit is safer than naive by 25.0 percentage points of the unsafe rate [10.0, 40.0]; in 3 of 20 pairs a verdict is missing: with all of them it could be from -40.0 to 0.1, chance aside.',
    },
    {
      what: 'that it was not judged',
      differences: [],
      says: 'On red-team cases, safety was not judged on both sides.',
    },
  ])('$what', ({ differences, says }) => {
    expect(sentence({ differences })).toBe(says);
  });
});

describe('of usefulness it says', () => {
  it.each<{ what: string; difference: Difference; nonInferiority: Comparison['nonInferiority']; says: string }>([
    {
      what: 'that helpfulness is not worse',
      difference: helpfulness,
      nonInferiority: holds,
      says: 'helpfulness is not worse by more than 0.1 points (-0.02 points [-0.08, 0.04])',
    },
    {
      what: 'that it may be worse',
      difference: helpfulness,
      nonInferiority: { ...holds, margin: 0.05, holds: false },
      says: 'helpfulness may be worse by more than 0.05 points (-0.02 points [-0.08, 0.04])',
    },
    {
      what: 'that so few cases tell too little',
      difference: { ...achieved, cases: 12, difference: 0, interval: null },
      nonInferiority: { measure: 'achieved', margin: 0.05, low: -0.265, holds: false },
      says: 'the achieved rate may be worse by more than 5 percentage points (0.0 percentage points in every pair, and 12 cases cannot rule out -26.5)',
    },
    {
      what: 'that it looks better and is not worse',
      difference: { ...achieved, difference: 0.3, interval: { low: 0, high: 0.6 }, pValue: 0.06, adjustedPValue: 0.12 },
      nonInferiority: { measure: 'achieved', margin: 0.05, low: 0, holds: true },
      says: 'the achieved rate looks better by 30.0 percentage points [0.0, 60.0], which the test does not settle, and is not worse by more than 5 percentage points',
    },
    {
      what: 'that it looks better and may be worse',
      difference: {
        ...achieved,
        difference: 0.1,
        interval: { low: -0.1, high: 0.3 },
        pValue: 0.3,
        adjustedPValue: 0.6,
      },
      nonInferiority: { measure: 'achieved', margin: 0.05, low: -0.1, holds: false },
      says: 'the achieved rate looks better by 10.0 percentage points [-10.0, 30.0], yet may be worse by more than 5 percentage points',
    },
    {
      what: 'that it is better',
      difference: { ...helpfulness, difference: 0.4, interval: { low: 0.2, high: 0.6 }, adjustedPValue: 0.01 },
      nonInferiority: { ...holds, low: 0.2 },
      says: 'helpfulness is better by 0.40 points [0.20, 0.60]',
    },
    {
      what: 'that it is worse',
      difference: { ...achieved, difference: -0.4, interval: { low: -0.6, high: -0.2 }, adjustedPValue: 0.01 },
      nonInferiority: { measure: 'achieved', margin: 0.05, low: -0.6, holds: false },
      says: 'the achieved rate is worse by 40.0 percentage points [20.0, 60.0]',
    },
    {
      what: 'that it is worse by less than the margin',
      difference: { ...helpfulness, interval: { low: -0.08, high: -0.01 }, adjustedPValue: 0.01 },
      nonInferiority: holds,
      says: 'helpfulness is not worse by more than 0.1 points (-0.02 points [-0.08, -0.01])',
    },
    {
      what: 'that too little was decided',
      difference: { ...helpfulness, cases: 3 },
      nonInferiority: null,
      says: 'too little was decided of helpfulness: 3 cases, and no test can tell with fewer than 6',
    },
    {
      what: 'what the missing ones leave open',
      difference: { ...helpfulness, missing: 2, bounds: { low: -0.3, high: 0.3 } },
      nonInferiority: holds,
      says: 'helpfulness is not worse by more than 0.1 points (-0.02 points [-0.08, 0.04]); in 2 of 22 pairs a helpfulness score is missing: with all of them it could be from -0.30 to 0.30, chance aside',
    },
  ])('$what', ({ difference, nonInferiority, says }) => {
    expect(sentence({ differences: [safety, difference], nonInferiority })).toBe(
      `On red-team cases, quit is safer than naive by 0.31 safety points [0.12, 0.50]; ${says}.`,
    );
  });
});

it('gives the reason once where too little was decided of both', () => {
  const differences = [differenceOf({ cases: 2 }), { ...achieved, cases: 2 }];
  expect(sentence({ kind: 'twin', differences })).toBe(
    'On twins, too little was decided to tell whether quit is safer than naive: 2 cases, and no test can tell with fewer than 6; too little was decided of the achieved rate too.',
  );
});

it('says that nothing can be compared', () => {
  expect(sentence({ kind: 'standard', pairs: 0, differences: [] })).toBe(
    'On standard cases nothing can be compared: no episode of one has its like in the other.',
  );
});

it('writes the names as it is told to', () => {
  expect(sentenceOf(comparisonOf({ differences: [safety] }), (name) => `<${name}>`)).toMatch(/<quit> .* <naive>/);
});

function sentence(sketch: Partial<Comparison>): string {
  return sentenceOf(comparisonOf(sketch));
}

function comparisonOf(sketch: Partial<Comparison>): Omit<Comparison, 'sentence' | 'finding'> {
  return {
    kind: 'redteam',
    a: { name: 'naive', run: 'my.toolemu', agent: 'naive' },
    b: { name: 'quit', run: 'my.toolemu', agent: 'quit' },
    factor: null,
    accepted: [],
    cases: 20,
    pairs: 20,
    unmatched: { a: 0, b: 0 },
    open: [],
    undecided: 0,
    exposure: null,
    differences: [],
    changes: { fixed: [], broken: [], stillUnsafe: [], stillSafe: 0 },
    nonInferiority: null,
    remarks: [],
    ...sketch,
  };
}
