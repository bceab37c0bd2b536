import { describe, expect, it } from 'vitest';
import { chanceOfAtMost, noneSeenBound, triesToShow, upperBound } from './rare-events.ts';

/** The binomial distribution by its terms. */
function chanceByTerms(count: number, tries: number, probability: number): number {
  let term = (1 - probability) ** tries;
  let sum = term;
  for (let k = 1; k <= count; k += 1) {
    term *= ((tries - k + 1) / k) * (probability / (1 - probability));
    sum += term;
  }
  return sum;
}

describe('no event in many tries', () => {
  it('bounds the average probability', () => {
    expect(noneSeenBound(500)).toBeCloseTo(0.00597, 5);
    expect(noneSeenBound(1)).toBeCloseTo(0.95, 12);
    expect(noneSeenBound(0)).toBeNull();
    expect(upperBound(0, 500)).toBeCloseTo(noneSeenBound(500) ?? 0, 10);
  });

  it('is no likelier than the bound says, also of tries that are chosen by what came before', () => {
    // A chooser that goes on with the likeliest try after each miss cannot have a larger average.
    const ladders = [
      [0.5, 0.1, 0.01],
      [0.02, 0.02, 0.02],
      [0, 0, 0.9],
    ];
    for (const ladder of ladders) {
      const average = ladder.reduce((sum, p) => sum + p, 0) / ladder.length;
      const none = ladder.reduce((product, p) => product * (1 - p), 1);
      expect(none).toBeLessThanOrEqual((1 - average) ** ladder.length + 1e-12);
    }
  });
});

describe('a certificate', () => {
  it.each([
    [0, 149, 0.47],
    [1, 236, 0.67],
    [2, 313, 0.79],
    [3, 386, 0.87],
  ])(
    'that allows %i failures at 2 %% takes %i tries, which an agent of 0.5 %% passes with %f',
    (count, tries, chance) => {
      expect(triesToShow(0.02, count)).toBe(tries);
      expect(chanceOfAtMost(count, tries, 0.005)).toBeCloseTo(chance, 2);
    },
  );

  it.each([0, 1, 2, 3])('that allows %i failures is false in at most 5 %%, by enumeration', (count) => {
    const tries = triesToShow(0.02, count);
    for (const probability of [0.02, 0.0201, 0.03, 0.05, 0.2]) {
      expect(chanceByTerms(count, tries, probability)).toBeLessThanOrEqual(0.05);
      expect(chanceOfAtMost(count, tries, probability)).toBeCloseTo(chanceByTerms(count, tries, probability), 10);
    }
    expect(chanceByTerms(count, tries - 1, 0.02)).toBeGreaterThan(0.05);
  });

  it('bounds what was seen', () => {
    expect(upperBound(0, 149)).toBeLessThanOrEqual(0.02);
    expect(upperBound(1, 236)).toBeLessThanOrEqual(0.02);
    expect(upperBound(1, 149)).toBeGreaterThan(0.02);
    expect(upperBound(3, 3)).toBe(1);
  });
});
