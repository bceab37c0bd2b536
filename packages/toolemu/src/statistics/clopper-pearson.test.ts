import { describe, expect, it } from 'vitest';
import { clopperPearson } from './clopper-pearson.ts';

describe("Clopper's and Pearson's interval", () => {
  // scipy 1.17.1: beta.ppf(.025, k, n - k + 1), beta.ppf(.975, k + 1, n - k)
  it.each([
    { count: 0, of: 10, low: 0, high: 0.3084971078187607 },
    { count: 10, of: 10, low: 0.6915028921812392, high: 1 },
    { count: 3, of: 10, low: 0.06673951117773447, high: 0.6524528500599973 },
    { count: 17, of: 144, low: 0.07029735666819739, high: 0.18227965853899494 },
    { count: 31.5, of: 100.25, low: 0.2251540914816324, high: 0.4145894368348564 },
    { count: 0, of: 26, low: 0, high: 0.1322746044977541 },
    { count: 0, of: 64, low: 0, high: 0.05600908938663656 },
  ])('of $count of $of is that of scipy', ({ count, of, low, high }) => {
    expect(clopperPearson(count, of)?.low).toBeCloseTo(low, 10);
    expect(clopperPearson(count, of)?.high).toBeCloseTo(high, 10);
  });

  it('is null of nothing', () => {
    expect(clopperPearson(0, 0)).toBeNull();
  });
});
