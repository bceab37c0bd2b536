import { sum } from '../sum.ts';

/**
 * Krippendorff's alpha (2011) of any number of raters, given what was said of each item, however many said something of it:
 * 1 minus observed over expected disagreement. `nominal` takes two values for the same or not, `interval` for as far apart
 * as the square of their difference. Null where it is not defined: no item has two ratings, or all of them are alike.
 */
export function krippendorffAlpha(
  items: readonly (readonly number[])[],
  level: 'nominal' | 'interval' = 'nominal',
): number | null {
  const apart = level === 'nominal' ? differ : squaredDifference;
  const rated = items.filter(({ length }) => length > 1);
  const all = rated.flat();
  const expected = disagreement(all, apart) / (all.length - 1);
  if (all.length === 0 || expected === 0) return null;
  const observed = sum(rated.map((ratings) => disagreement(ratings, apart) / (ratings.length - 1)));
  return 1 - observed / expected;
}

/** Over all ordered pairs of ratings, by their counts: there are few values and may be many ratings. */
function disagreement(ratings: readonly number[], apart: (one: number, other: number) => number): number {
  const counts = [...Map.groupBy(ratings, (rating) => rating)].map(([value, { length }]) => ({ value, count: length }));
  return sum(counts.flatMap((one) => counts.map((other) => one.count * other.count * apart(one.value, other.value))));
}

function differ(one: number, other: number): number {
  return Number(one !== other);
}

function squaredDifference(one: number, other: number): number {
  return (one - other) ** 2;
}
