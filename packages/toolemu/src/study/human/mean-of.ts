import type { StudyMean } from '../../contract/index.ts';
import { standardDeviation, sum } from '../../statistics/index.ts';

/** The mean of the figures that are defined. */
export function meanOf(figures: readonly (number | null)[]): StudyMean {
  const defined = figures.filter((figure) => figure !== null);
  const spread = standardDeviation(defined);
  return {
    value: defined.length === 0 ? null : sum(defined) / defined.length,
    error: spread === null ? null : spread / Math.sqrt(defined.length),
    of: defined.length,
  };
}
