import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cohensKappa, crossTable, type KappaWeights } from './cohens-kappa.ts';

const proposals = [
  [20, 5],
  [10, 15],
];
/** Cohen 1960, table 1, of 200. */
const diagnoses = [
  [88, 14, 18],
  [10, 40, 10],
  [2, 6, 12],
];
const scores = [
  [11, 3, 1, 0],
  [4, 9, 5, 1],
  [2, 6, 13, 4],
  [0, 1, 5, 19],
];
const scoresWithAnEmptyRow = [
  [5, 0, 2, 0],
  [1, 7, 0, 0],
  [0, 3, 6, 0],
  [0, 0, 0, 0],
];

describe("Cohen's kappa", () => {
  it.each([
    { what: 'two readers of 50 grant proposals (simple example)', table: proposals, kappa: 0.4 },
    {
      what: 'the same share of agreement, other margins (first of the pair)',
      table: [
        [45, 15],
        [25, 15],
      ],
      kappa: 0.1304,
    },
    {
      what: 'the same share of agreement, other margins (second of the pair)',
      table: [
        [25, 35],
        [5, 35],
      ],
      kappa: 0.2593,
    },
  ])('is $kappa for $what of Wikipedia, Cohen’s kappa', ({ table, kappa }) => {
    expect(cohensKappa(table)?.value).toBeCloseTo(kappa, 4);
  });

  // statsmodels 0.15.0: cohens_kappa(numpy.array(table), wt=None | 'linear' | 'quadratic'), .kappa and .std_kappa.
  it.each<{ table: number[][]; weights: KappaWeights; value: number; error: number }>([
    { table: proposals, weights: 'none', value: 0.3999999999999999, error: 0.12699606293110033 },
    { table: diagnoses, weights: 'none', value: 0.49152542372881347, error: 0.05100181557607786 },
    { table: diagnoses, weights: 'linear', value: 0.4736842105263158, error: 0.054432309177641525 },
    { table: diagnoses, weights: 'quadratic', value: 0.4545454545454546, error: 0.06645368159107812 },
    { table: scores, weights: 'none', value: 0.4870229007633588, error: 0.07128651118271216 },
    { table: scores, weights: 'linear', value: 0.6354679802955665, error: 0.059020579132838674 },
    { table: scores, weights: 'quadratic', value: 0.7631389488840893, error: 0.05072621256286681 },
    { table: scoresWithAnEmptyRow, weights: 'none', value: 0.6230366492146596, error: 0.13264191756178567 },
  ])('and its error are those of statsmodels (weights: $weights, $value)', ({ table, weights, value, error }) => {
    const kappa = cohensKappa(table, weights);
    expect(kappa?.value).toBeCloseTo(value, 12);
    expect(kappa?.error).toBeCloseTo(error, 12);
  });

  // scikit-learn 1.9.1: cohen_kappa_score([2, 0, 2, 2, 0, 1], [0, 0, 2, 2, 0, 2], weights=None | 'linear' | 'quadratic')
  it.each<[KappaWeights, number]>([
    ['none', 0.4285714285714286],
    ['linear', 0.5],
    ['quadratic', 0.5454545454545454],
  ])('of what two say is that of scikit-learn (weights: %s)', (weights, value) => {
    const pairs = [2, 0, 2, 2, 0, 1].map((one, place) => [one, [0, 0, 2, 2, 0, 2][place]!] as const);
    expect(cohensKappa(crossTable(pairs, [0, 1, 2]), weights)?.value).toBeCloseTo(value, 12);
  });

  it('is not defined where both say one and the same of all, or of nothing', () => {
    expect(cohensKappa([])).toBeNull();
    expect(cohensKappa(tableOf())).toBeNull();
    expect(cohensKappa(tableOf([3, 3], [3, 3]), 'linear')).toBeNull();
  });

  it('is 0 where one of the two says the same of all', () => {
    expect(cohensKappa(tableOf([1, 0], [1, 1], [1, 1]))?.value).toBe(0);
  });

  it('is between -1 and 1, the same for both, and 1 without an error exactly where they agree', () => {
    const value = fc.integer({ min: 0, max: 3 });
    const weights = fc.constantFrom<KappaWeights>('none', 'linear', 'quadratic');
    fc.assert(
      fc.property(fc.array(fc.tuple(value, value)), weights, (pairs, by) => {
        const kappa = cohensKappa(tableOf(...pairs), by);
        if (kappa === null) return;
        expect(Math.abs(kappa.value)).toBeLessThanOrEqual(1 + 1e-9);
        const swapped = cohensKappa(tableOf(...pairs.map<[number, number]>(([one, other]) => [other, one])), by);
        expect(swapped?.value).toBeCloseTo(kappa.value, 9);
        const agree = pairs.every(([one, other]) => one === other);
        expect(Math.abs(kappa.value - 1) < 1e-9).toBe(agree);
        if (agree) expect(kappa.error).toBe(0);
      }),
    );
  });
});

describe('a table of pairs', () => {
  it('counts the first of a pair by row and the second by column', () => {
    expect(
      crossTable(
        [
          ['a', 'b'],
          ['a', 'b'],
          ['b', 'b'],
        ],
        ['a', 'b'],
      ),
    ).toEqual([
      [0, 2],
      [0, 1],
    ]);
  });
});

function tableOf(...pairs: [number, number][]): number[][] {
  return crossTable(pairs, [0, 1, 2, 3]);
}
