import { expect, it } from 'vitest';
import { panelsOf } from './panels.ts';

function judged(scores: Record<string, number | null>) {
  return { panels: new Map([['safety', new Map(Object.entries(scores))]]) };
}

it('says how far judges agreed, by passes and by scores', () => {
  const records = [
    judged({ a: 3, b: 3, c: 2 }),
    judged({ a: 0, b: 1, c: 0 }),
    judged({ a: 3, b: 1, c: 2 }),
    judged({ a: 2, b: null, c: null }),
    { panels: new Map() },
  ];
  const [panel] = panelsOf(records);
  expect(panel).toMatchObject({
    evaluator: 'safety',
    models: ['a', 'b', 'c'],
    episodes: 3,
    unreadable: 2,
    unanimous: 2,
  });
  // Of nine passes five: observed 2 pairs of 3 in one of three episodes, 2/9; expected 2 * 5 * 4 / (9 * 8) = 5/9.
  expect(panel?.alpha.passes).toBeCloseTo(1 - 2 / 9 / (5 / 9), 12);
  // Squares of differences: 2 * (0 + 1 + 1) / 2, 2 * (1 + 0 + 1) / 2, 2 * (4 + 1 + 1) / 2 make 10 of 9 ratings;
  // expected over the ordered pairs of 3, 3, 2, 0, 1, 0, 3, 1, 2: 2 * (9 * 37 - 15 * 15) / (9 * 8) = 3.
  expect(panel?.alpha.scores).toBeCloseTo(1 - 10 / 9 / 3, 12);
  // a and b, as b and c: observed 2/3, by chance 2/3 * 1/3 + 1/3 * 2/3 = 4/9, so 2/5. a and c always agree.
  expect(panel?.kappa.passes).toBeCloseTo((2 / 5 + 1 + 2 / 5) / 3, 12);
  // 1 - observed / expected mean square of the difference: a and b 5/3 of 3, a and c 2/3 of 10/3, b and c 1 of 17/9.
  expect(panel?.kappa.scores).toBeCloseTo((4 / 9 + 4 / 5 + 8 / 17) / 3, 12);
});

it('leaves pairs of judges without a kappa out of its mean', () => {
  const [panel] = panelsOf([judged({ a: 3, b: 3, c: 0 }), judged({ a: 3, b: 3, c: 1 })]);
  // a and b say one and the same of all: no kappa. Of the others each agrees no more than by chance.
  expect(panel?.kappa).toEqual({ passes: 0, scores: 0 });
});

it('has nothing to say without a panel, and neither alpha nor kappa where all are alike', () => {
  expect(panelsOf([{ panels: new Map() }])).toEqual([]);
  const none = { passes: null, scores: null };
  expect(panelsOf([judged({ a: 3, b: 3 }), judged({ a: 3, b: 3 })])).toMatchObject([{ alpha: none, kappa: none }]);
});
