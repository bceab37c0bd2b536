import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../../bench/random.ts';
import { detectableDifference, detectableShare, metOnce } from './detectable.ts';
import { fisherExact } from './fisher-exact.ts';
import { mcnemarExact } from './mcnemar-exact.ts';

const runs = 4000;

/** The share of simulated runs in which a test is significant. */
function found(test: (draw: () => number) => number): number {
  const random = createRandom('detectable');
  let count = 0;
  for (let run = 0; run < runs; run += 1) if (test(() => random.next()) < 0.05) count += 1;
  return count / runs;
}

describe('what can be detected', () => {
  it.each([1, 10, 144])('is met at least once in %d tries with a probability of 0.8', (tries) => {
    expect((1 - metOnce(tries)) ** tries).toBeCloseTo(0.2, 10);
  });

  it.each([
    { cases: 8, reversed: 0 },
    { cases: 40, reversed: 0 },
    { cases: 40, reversed: 0.05 },
    { cases: 144, reversed: 0.1 },
  ])('a difference on $cases cases with $reversed reversed is found in 80 of 100 runs', ({ cases, reversed }) => {
    const difference = detectableDifference(cases, { reversed }) ?? 0;
    const power = found((draw) => {
      let [one, other] = [0, 0];
      for (let at = 0; at < cases; at += 1) {
        const drawn = draw();
        if (drawn < difference + reversed) one += 1;
        else if (drawn < difference + 2 * reversed) other += 1;
      }
      return one > other ? mcnemarExact(one, other) : 1;
    });
    expect(power).toBeGreaterThan(0.78);
    expect(power).toBeLessThan(0.82);
  });

  it('a share beside none is found in 80 of 100 comparisons', () => {
    const share = detectableShare(10) ?? 0;
    const power = found((draw) => {
      const count = Array.from({ length: 10 }, draw).filter((drawn) => drawn < share).length;
      return fisherExact({ count, of: 10 }, { count: 0, of: 10 }) ?? 1;
    });
    expect(power).toBeGreaterThan(0.78);
    expect(power).toBeLessThan(0.82);
  });

  it('is nothing where no outcome could be significant', () => {
    expect([detectableDifference(0), detectableDifference(5), detectableShare(3)]).toEqual([null, null, null]);
    expect(detectableDifference(6)).toBeGreaterThan(0.9);
    expect(detectableDifference(40, { reversed: 0.5 })).toBeNull();
  });
});
