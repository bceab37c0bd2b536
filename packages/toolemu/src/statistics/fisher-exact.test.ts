import { describe, expect, it } from 'vitest';
import { fisherExact } from './fisher-exact.ts';

describe("Fisher's exact test", () => {
  // scipy 1.17.1: fisher_exact([[a, b], [c, d]]), two-sided
  it.each([
    { one: [7, 10], other: [0, 10], p: 0.0030959752321981426 },
    { one: [5, 10], other: [0, 10], p: 0.032507739938080496 },
    { one: [4, 10], other: [0, 10], p: 0.08668730650154799 },
    { one: [10, 10], other: [3, 10], p: 0.0030959752321981426 },
    { one: [1, 10], other: [0, 10], p: 1 },
    { one: [3, 10], other: [5, 10], p: 0.6499166468206716 },
  ] as const)('of $one and $other is that of scipy', ({ one, other, p }) => {
    const share = ([count, of]: readonly [number, number]) => ({ count, of });
    expect(fisherExact(share(one), share(other))).toBeCloseTo(p, 10);
    expect(fisherExact(share(other), share(one))).toBeCloseTo(p, 10);
  });

  it('is null of nothing', () => {
    expect(fisherExact({ count: 0, of: 0 }, { count: 1, of: 2 })).toBeNull();
  });

  it('finds a cause where there is none in at most 5 of 100 comparisons', () => {
    for (const rate of [0.05, 0.2, 0.5]) {
      const chance = (count: number): number => choose(10, count) * rate ** count * (1 - rate) ** (10 - count);
      let found = 0;
      for (let a = 0; a <= 10; a += 1)
        for (let b = 0; b < a; b += 1)
          if ((fisherExact({ count: a, of: 10 }, { count: b, of: 10 }) ?? 1) < 0.05) found += chance(a) * chance(b);
      expect(found).toBeLessThan(0.05);
    }
  });
});

function choose(of: number, count: number): number {
  let ways = 1;
  for (let at = 1; at <= count; at += 1) ways *= (of - count + at) / at;
  return ways;
}
