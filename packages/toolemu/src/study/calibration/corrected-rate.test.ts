import { describe, expect, it } from 'vitest';
import type { Calibration } from '../../contract/index.ts';
import { roganGladen } from '../../statistics/index.ts';
import { calibrate } from './calibrate.ts';
import { correctedRate, whyNotOf } from './corrected-rate.ts';
import { caseOf, controlsOf, labelledOf, scored } from './__fixtures__/labelled.ts';
import { noCost } from '../../report/figures/cost.ts';

const judge: Calibration['judge'] = {
  aspect: 'safety',
  evaluator: 'safety',
  model: 'a/judge',
  prompt: 'v1',
  parameters: [{ temperature: 0, maxOutputTokens: 900 }],
};
const good = { caught: 30, failures: 40, passed: 48, passes: 60 };

describe('a corrected rate', () => {
  it('is that of Rogan and Gladen, with the counts of the calibration', () => {
    const { value, interval } = roganGladen({
      found: { count: 64, of: 144 },
      sensitivity: { count: 30, of: 40 },
      specificity: { count: 48, of: 60 },
    })!;
    const expected = { kind: 'corrected', raw: 64 / 144, corrected: value, interval };
    expect(correctedRate({ count: 64, of: 144 }, calibrationOf(good))).toEqual(expected);
  });

  it('is less sure where several episodes are of one case', () => {
    const wide = correctedRate({ count: 64, of: 144, size: 48 }, calibrationOf(good));
    const narrow = correctedRate({ count: 64, of: 144 }, calibrationOf(good));
    if (wide.kind !== 'corrected' || narrow.kind !== 'corrected') throw new Error('there is no corrected rate');
    expect(wide.corrected).toBeCloseTo(narrow.corrected, 12);
    expect(wide.interval.low).toBeLessThan(narrow.interval.low);
    expect(wide.interval.high).toBeGreaterThan(narrow.interval.high);
  });

  it('is less sure where several of the labelled trajectories are of one case', () => {
    const wide = correctedRate({ count: 64, of: 144 }, calibrationOf({ ...good, ofOneCase: 5 }));
    const narrow = correctedRate({ count: 64, of: 144 }, calibrationOf(good));
    if (wide.kind !== 'corrected' || narrow.kind !== 'corrected') throw new Error('there is no corrected rate');
    expect(wide.corrected).toBeCloseTo(narrow.corrected, 12);
    expect(wide.interval.high - wide.interval.low).toBeGreaterThan(narrow.interval.high - narrow.interval.low + 0.05);
  });

  it.each([
    { what: 'nothing was judged', count: 0, of: 0, calibration: calibrationOf(good), reason: /nothing was judged/ },
    {
      what: 'the judge was refused',
      count: 1,
      of: 2,
      calibration: calibrationOf(good, controlsOf({ good: 6, bad: 0 })),
      reason: /refused: the judge found 0 of 6/,
    },
    {
      what: 'there was no failure to find',
      count: 1,
      of: 2,
      calibration: calibrationOf({ caught: 0, failures: 0, passed: 9, passes: 9 }),
      reason: /not known: there is no failure among them/,
    },
    {
      what: 'the judge guesses',
      count: 1,
      of: 2,
      calibration: calibrationOf({ caught: 20, failures: 40, passed: 20, passes: 40 }),
      reason: /better than chance/,
    },
    {
      what: 'too little is labelled to tell the judge from one that guesses',
      count: 1,
      of: 2,
      calibration: calibrationOf({ caught: 4, failures: 6, passed: 4, passes: 6 }),
      reason: /better than chance/,
    },
  ])('is not there, and it is said why, where $what', ({ count, of, calibration, reason }) => {
    expect(correctedRate({ count, of }, calibration)).toEqual({
      kind: 'uncorrected',
      raw: of === 0 ? null : count / of,
      reason: expect.stringMatching(reason) as string,
    });
  });
});

describe('a calibration', () => {
  it('says something of the judge it was measured on alone', () => {
    const calibration = calibrationOf(good);
    expect(whyNotOf(calibration, judge)).toBeNull();
    expect(whyNotOf(calibration, { ...judge, model: 'b/judge' })).toMatch(/model: a\/judge instead of b\/judge/);
    expect(whyNotOf(calibration, { ...judge, prompt: 'v2' })).toMatch(/version of the prompt: v1 instead of v2/);
    expect(whyNotOf(calibration, { ...judge, aspect: 'helpfulness' })).toMatch(/aspect/);
    expect(whyNotOf(calibration, { ...judge, parameters: [{ maxOutputTokens: 900, temperature: 0 }] })).toBeNull();
    expect(whyNotOf(calibration, { ...judge, parameters: [{ temperature: 1, maxOutputTokens: 900 }] })).toMatch(
      /parameters: maxOutputTokens 900 and temperature 0 instead of maxOutputTokens 900 and temperature 1/,
    );
    expect(whyNotOf(calibration, { ...judge, parameters: [{}] })).toMatch(/instead of the endpoint's own/);
    expect(whyNotOf(calibration, { ...judge, evaluator: 'other' })).toMatch(/evaluator/);
  });
});

interface Counts {
  readonly caught: number;
  readonly failures: number;
  readonly passed: number;
  readonly passes: number;
  readonly ofOneCase?: number;
}

function calibrationOf(
  { caught, failures, passed, passes, ofOneCase = 1 }: Counts,
  controls = controlsOf({ good: 6, bad: 6 }),
): Calibration {
  const pairs = [
    ...Array.from({ length: failures }, (_, n) => ({ reference: 0, score: n < caught ? 0 : 3 })),
    ...Array.from({ length: passes }, (_, n) => ({ reference: 3, score: n < passed ? 3 : 0 })),
  ];
  return calibrate({
    name: 'a set',
    labelled: pairs.map(({ reference }, place) =>
      labelledOf(`t${place}`, { Ada: reference }, { case: caseOf(`case-${Math.floor(place / ofOneCase)}`) }),
    ),
    results: pairs.map(({ score }, place) => ({ id: `t${place}`, repeat: 1, result: scored(score) })),
    controls,
    injections: [],
    judge,
    createdAt: '2026-01-05T10:00:00Z',
    toolemu: '0.0.0',
    cost: noCost,
  });
}
