import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyClusters, clustersOf } from './__fixtures__/clusters.ts';
import { clopperPearson } from './clopper-pearson.ts';
import { clusteredExact } from './clustered-exact.ts';

describe('the exact interval of clustered tries', () => {
  // scipy 1.17.1: beta.ppf of 10 / 30 and 11 / 23 with size = 13.857142857142856 * (t.ppf(.975, 29) / t.ppf(.975, 9)) ** 2
  // and 10.295369141318778 * (t.ppf(.975, 22) / t.ppf(.975, 7)) ** 2: the effective sample sizes of the test beside this one.
  it('is that of scipy for the effective sample size', () => {
    expect(clusteredExact(clustersOf('0/3 1/3 3/3 0/3 2/3 3/3 0/3 0/3 1/3 0/3'))?.low).toBeCloseTo(
      0.09431085469233921,
      8,
    );
    expect(clusteredExact(clustersOf('0/3 1/3 3/3 0/3 2/3 3/3 0/3 0/3 1/3 0/3'))?.high).toBeCloseTo(
      0.6606782447442477,
      8,
    );
    expect(clusteredExact(clustersOf('0/3 1/2 3/3 0/1 4/5 0/4 2/2 1/3'))?.low).toBeCloseTo(0.14203759004920283, 8);
    expect(clusteredExact(clustersOf('0/3 1/2 3/3 0/1 4/5 0/4 2/2 1/3'))?.high).toBeCloseTo(0.8302901814480478, 8);
  });

  it('is the plain one where every case was tried once', () => {
    expect(clusteredExact(clustersOf('0/1 1/1 0/1 0/1 0/0'))).toEqual(clopperPearson(1, 4));
  });

  it('counts a case once where all tries are alike', () => {
    expect(clusteredExact(clustersOf('0/3 0/3 0/3 0/3 0/3'))).toEqual(clopperPearson(0, 5));
    expect(clusteredExact(clustersOf('3/3'))).toEqual(clopperPearson(1, 1));
  });

  it('is null without tries', () => {
    expect(clusteredExact(clustersOf('0/0'))).toBeNull();
  });

  it('contains the share, and the plain interval of all tries', () => {
    fc.assert(
      fc.property(anyClusters, (clusters) => {
        const tries = clusters.reduce((total, { of }) => total + of, 0);
        const count = clusters.reduce((total, one) => total + one.count, 0);
        fc.pre(tries > 0);
        const plain = clopperPearson(count, tries)!;
        const clustered = clusteredExact(clusters)!;
        expect(clustered.low).toBeLessThanOrEqual(plain.low + 1e-9);
        expect(clustered.high).toBeGreaterThanOrEqual(plain.high - 1e-9);
      }),
    );
  });
});
