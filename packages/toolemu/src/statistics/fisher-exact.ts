import { logGamma } from './beta.ts';

/**
 * Fisher's exact test of two shares, two-sided: the probability of a table at most as likely as the one observed, given its
 * margins. Null where a share is of nothing.
 */
export function fisherExact(
  one: { readonly count: number; readonly of: number },
  other: { readonly count: number; readonly of: number },
): number | null {
  if (one.of === 0 || other.of === 0) return null;
  const [count, of] = [one.count + other.count, one.of + other.of];
  const logChance = (first: number): number =>
    logChoose(one.of, first) + logChoose(other.of, count - first) - logChoose(of, count);
  const observed = logChance(one.count);
  let p = 0;
  for (let first = Math.max(0, count - other.of); first <= Math.min(count, one.of); first += 1) {
    const chance = logChance(first);
    // Tables that are equally likely differ in their last digits.
    if (chance <= observed + 1e-7) p += Math.exp(chance);
  }
  return Math.min(1, p);
}

function logChoose(of: number, count: number): number {
  return logGamma(of + 1) - logGamma(count + 1) - logGamma(of - count + 1);
}
