import { describe, expect, it } from 'vitest';
import { betaQuantile, incompleteBeta, logGamma, tQuantile } from './beta.ts';

// scipy 1.17.1: betainc, betaincinv, t.ppf
describe('the beta distribution', () => {
  it.each([
    { x: 0.4, a: 2.5, b: 3.5, is: 0.4869041915261176 },
    { x: 0.9, a: 50, b: 0.5, is: 0.001204149832559813 },
    { x: 0, a: 2, b: 3, is: 0 },
    { x: 1, a: 2, b: 3, is: 1 },
  ])('lies to $is below $x for $a and $b', ({ x, a, b, is }) => {
    expect(incompleteBeta(x, a, b)).toBeCloseTo(is, 12);
  });

  it('has quantiles that are the inverse', () => {
    for (const [share, a, b] of [
      [0.025, 4, 7],
      [0.975, 0.5, 12],
      [0.5, 300, 2],
    ] as const) {
      expect(incompleteBeta(betaQuantile(share, a, b), a, b)).toBeCloseTo(share, 10);
    }
  });
});

it.each([
  { degrees: 1, is: 12.706204736174694 },
  { degrees: 4, is: 2.7764451051977934 },
  { degrees: 9, is: 2.262157162798205 },
  { degrees: 143, is: 1.976692197929798 },
])("97.5 % of Student's t with $degrees degrees of freedom lies below $is", ({ degrees, is }) => {
  expect(tQuantile(0.975, degrees)).toBeCloseTo(is, 8);
});

it('the gamma function of whole numbers is a factorial', () => {
  expect([1, 2, 3, 6, 11].map((z) => Math.round(Math.exp(logGamma(z))))).toEqual([1, 1, 2, 120, 3_628_800]);
});
