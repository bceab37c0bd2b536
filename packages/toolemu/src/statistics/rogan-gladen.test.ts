import fc from 'fast-check';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { describe, expect, it } from 'vitest';
import { roganGladen, type TestedShare } from './rogan-gladen.ts';

describe('the corrected share', () => {
  // By hand: (0.6 + 0.8 - 1) / (0.9 + 0.8 - 1) = 0.4 / 0.7.
  it('is what the errors of the test leave', () => {
    expect(roganGladen(tested([60, 100], [45, 50], [40, 50]))?.value).toBeCloseTo(4 / 7, 12);
  });

  // epiR's documentation of epi.prev: of 150 cows 23 tested positive, sensitivity 96 %, specificity 89 %: 5.1 of 100 are ill.
  it('is that of the cows of epiR', () => {
    expect(roganGladen(tested([23, 150], [96, 100], [89, 100]))?.value).toBeCloseTo(0.051, 3);
  });

  // No output of R: the published formulas of asht 1.0.1 for R (prevSeSp), which are those of the authors' own script, written
  // down once more in Python 3.11, with scipy 1.17.1 for the quantile.
  it.each([
    { what: [60, 100, 45, 50, 40, 50], low: 0.396256956434629, high: 0.7431664377619001 },
    { what: [450, 1000, 8, 12, 18, 28], low: 0, high: 0.8259502155345846 },
    { what: [120, 1000, 170, 200, 185, 200], low: 0, high: 0.10571322390592452 },
    { what: [2, 78, 50, 100, 199, 200], low: 0, high: 0.1777042736321754 },
    { what: [27, 650, 50, 100, 199, 200], low: 0.027460010566892276, high: 0.11458302572982544 },
    { what: [64, 144, 30, 40, 48, 60], low: 0.23492826341610118, high: 0.6680047258077924 },
    { what: [95.5, 144, 30.5, 40.25, 48, 60], low: 0.6120245178221984, high: 1 },
  ] as const)('has the interval of Lang and Reiczigel ($what)', ({ what, low, high }) => {
    const [found, of, caught, failures, passed, passes] = what;
    const { interval } = roganGladen(tested([found, of], [caught, failures], [passed, passes]))!;
    expect(interval.low).toBeCloseTo(low, 12);
    expect(interval.high).toBeCloseTo(high, 12);
  });

  it('is the share itself where the test does not err', () => {
    expect(roganGladen(tested([30, 90], [20, 20], [20, 20]))?.value).toBeCloseTo(1 / 3, 12);
  });

  it('is held between 0 and 1', () => {
    expect(roganGladen(tested([5, 100], [9, 10], [8, 10]))?.value).toBe(0);
    expect(roganGladen(tested([95, 100], [8, 10], [9, 10]))?.value).toBe(1);
  });

  it('is null where the test is no better than chance, or was not tried', () => {
    expect(roganGladen(tested([5, 10], [5, 10], [5, 10]))).toBeNull();
    expect(roganGladen(tested([5, 10], [2, 10], [5, 10]))).toBeNull();
    expect(roganGladen(tested([0, 0], [9, 10], [9, 10]))).toBeNull();
    expect(roganGladen(tested([5, 10], [0, 0], [9, 10]))).toBeNull();
    expect(roganGladen(tested([5, 10], [9, 10], [0, 0]))).toBeNull();
  });

  it('holds the true share about as often as it promises', () => {
    const generator = xoroshiro128plus(5);
    const draw = (of: number, share: number): Counts => [
      Array.from({ length: of }, () => uniformInt(generator, 0, 9999) < 10_000 * share).filter(Boolean).length,
      of,
    ];
    // Sensitivity 0.75, specificity 0.8, a true share of 0.3: 0.3 x 0.75 + 0.7 x 0.2 are found.
    const held = Array.from({ length: 1000 }, () =>
      roganGladen(tested(draw(144, 0.365), draw(40, 0.75), draw(60, 0.8))),
    ).filter((corrected) => corrected !== null && corrected.interval.low <= 0.3 && corrected.interval.high >= 0.3);
    expect(held.length / 1000).toBeGreaterThan(0.93);
    expect(held.length / 1000).toBeLessThan(0.98);
  });

  it('grows surer as more is known of the test', () => {
    fc.assert(
      fc.property(fc.integer({ min: 20, max: 80 }), fc.integer({ min: 2, max: 20 }), (found, times) => {
        const few = roganGladen(tested([found, 100], [16, 20], [18, 20]))!.interval;
        const many = roganGladen(tested([found, 100], [16 * times, 20 * times], [18 * times, 20 * times]))!.interval;
        expect(many.high - many.low).toBeLessThan(few.high - few.low);
      }),
    );
  });
});

type Counts = readonly [count: number, of: number];

function tested(found: Counts, sensitivity: Counts, specificity: Counts): TestedShare {
  const [share, caught, passed] = [found, sensitivity, specificity].map(([count, of]) => ({ count, of }));
  return { found: share!, sensitivity: caught!, specificity: passed! };
}
