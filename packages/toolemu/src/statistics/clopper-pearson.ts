import type { Interval } from '../contract/index.ts';
import { betaQuantile } from './beta.ts';
import { tail } from './interval.ts';

/**
 * The exact interval of the share `count / of` (Clopper and Pearson 1934): it holds the true share at least as often as it
 * promises, however few tries there are. Null where `of` is 0; both may be fractional, as an effective sample size is.
 */
export function clopperPearson(count: number, of: number): Interval | null {
  if (of === 0) return null;
  return {
    low: count <= 0 ? 0 : betaQuantile(tail, count, of - count + 1),
    high: count >= of ? 1 : betaQuantile(1 - tail, count + 1, of - count),
  };
}
