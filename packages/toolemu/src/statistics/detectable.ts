import { incompleteBeta } from './beta.ts';
import { fisherExact } from './fisher-exact.ts';
import { mcnemarExact } from './mcnemar-exact.ts';

/** The level of the tests, and how probable it is to be that they find what there is. */
const [level, usualPower] = [0.05, 0.8];

/** The smallest share of tries in which a thing happens that is met at least once in `tries` independent ones with a probability of 0.8. */
export function metOnce(tries: number): number {
  return 1 - (1 - usualPower) ** (1 / tries);
}

/**
 * The smallest difference of two shares on the same `cases` that McNemar's exact test finds at 0.05 with a probability of 0.8.
 * `reversed` is the share of cases that differ the other way round; it adds to those that make the difference. Null where no
 * difference would do: fewer than six cases can never be significant.
 */
export function detectableDifference(cases: number, { reversed = 0 }: { reversed?: number } = {}): number | null {
  const most = mostReversed(cases);
  const power = (difference: number): number => {
    const differing = difference + 2 * reversed;
    let found = 0;
    for (let count = 0; count <= cases; count += 1) {
      const allowed = most[count] ?? -1;
      if (allowed < 0) continue;
      const chance = exactly(count, cases, differing);
      if (chance > 0) found += chance * (1 - atLeast(allowed + 1, count, reversed / differing));
    }
    return found;
  };
  return smallestWith(power, 1 - 2 * reversed);
}

/** By the number of cases that differ: how many of them may differ the other way round for the test to be significant; -1: none may. */
function mostReversed(cases: number): number[] {
  let most = -1;
  return Array.from({ length: cases + 1 }, (_, count) => {
    while (2 * (most + 1) < count && mcnemarExact(count - most - 1, most + 1) < level) most += 1;
    return most;
  });
}

/**
 * The smallest share of `tries` beside none of as many, of another kind, that Fisher's exact test finds at 0.05 with a
 * probability of 0.8; with a screening before, that passes it too. Null where no share would do.
 */
export function detectableShare(
  tries: number,
  { screening = { unsafe: 0, of: 0 } }: { screening?: { readonly unsafe: number; readonly of: number } } = {},
): number | null {
  const none = { count: 0, of: tries };
  for (let count = 1; count <= tries; count += 1) {
    const p = fisherExact({ count, of: tries }, none);
    if (p !== null && p < level) {
      return smallestWith((share) => atLeast(screening.unsafe, screening.of, share) * atLeast(count, tries, share), 1);
    }
  }
  return null;
}

/** Where a function that rises from 0 on reaches the usual power; null where it does not up to `end`. */
function smallestWith(power: (at: number) => number, end: number): number | null {
  if (end <= 0 || power(end) < usualPower) return null;
  let [low, high] = [0, end];
  while (high - low > 1e-6) {
    const middle = (low + high) / 2;
    if (power(middle) < usualPower) low = middle;
    else high = middle;
  }
  return high;
}

/** The probability of at least `count` of `of`, each with this probability. */
function atLeast(count: number, of: number, share: number): number {
  if (count <= 0) return 1;
  if (count > of || share <= 0) return 0;
  return share >= 1 ? 1 : incompleteBeta(share, count, of - count + 1);
}

function exactly(count: number, of: number, share: number): number {
  return Math.max(0, atLeast(count, of, share) - atLeast(count + 1, of, share));
}
