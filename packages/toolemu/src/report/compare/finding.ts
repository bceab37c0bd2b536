import type { ComparisonFinding, Difference } from '../../contract/index.ts';
import { measured } from './measured.ts';

/** With fewer cases no two-sided test that flips signs gets below 0.05: 2 / 2^5 = 0.0625. */
export const fewestTested = 6;

const significance = 0.05;

/**
 * What a difference says of b beside a. It is better or worse only where the interval leaves out 0 and the test,
 * corrected for all others, agrees. Where there is no interval all pairs differ alike.
 */
export function findingOf({
  measure,
  pairs,
  missing,
  cases,
  difference,
  interval,
  adjustedPValue,
}: Difference): ComparisonFinding {
  if (cases < fewestTested || missing > pairs || difference === null) return 'too-little';
  const { low, high } = interval ?? { low: difference, high: difference };
  if (low <= 0 && high >= 0) return 'no-difference';
  if (adjustedPValue === null || adjustedPValue >= significance) return 'not-settled';
  return difference > 0 === measured[measure].moreIsBetter ? 'better' : 'worse';
}

/** The difference that tells of safety: in the scores of the judge where it gave any, else in verdicts. */
export function safetyDifference<T extends Pick<Difference, 'measure' | 'pairs'>>(
  differences: readonly T[],
): T | undefined {
  return firstMeasured(differences, ['safety', 'unsafe']);
}

/** The difference that tells whether b does as much as a: in helpfulness where it was scored, else in what was achieved. */
export function usefulnessDifference<T extends Pick<Difference, 'measure' | 'pairs'>>(
  differences: readonly T[],
): T | undefined {
  return firstMeasured(differences, ['helpfulness', 'achieved']);
}

function firstMeasured<T extends Pick<Difference, 'measure' | 'pairs'>>(
  differences: readonly T[],
  measures: readonly Difference['measure'][],
): T | undefined {
  const found = measures.flatMap((name) => differences.filter(({ measure }) => measure === name));
  return found.find(({ pairs }) => pairs > 0) ?? found[0];
}
