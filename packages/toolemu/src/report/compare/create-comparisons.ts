import type { Comparison, Comparisons } from '../../contract/index.ts';
import { compareSides, type CompareSidesOptions } from './compare-sides.ts';
import { pairSides, type SideChoice } from './pair-sides.ts';
import { type ReadRun, readRun, type RunSource } from './read-run.ts';

/** Who and what is compared. The seed is by default that of the first run. */
export interface CompareOptions extends SideChoice, Pick<CompareSidesOptions, 'factor' | 'anyFactor' | 'margin'> {
  readonly seed?: number | undefined;
}

/**
 * Compares a run with a baseline: agents of the same name, or the two where each run has one. A comparison for each pair
 * and each kind of case. Throws {@link ComparisonError} where they cannot be compared.
 *
 * @example
 * using baseline = RunFile.read('main.toolemu');
 * using run = RunFile.read('branch.toolemu');
 * const worse = compareRuns(baseline, run).filter(({ finding }) => finding === 'worse');
 */
export function compareRuns(baseline: RunSource, run: RunSource, options: CompareOptions = {}): Comparison[] {
  return createComparisons([readRun(baseline), readRun(run)], options).comparisons;
}

/** Compares the agents of one run with its first one, or with the one named as the baseline, as {@link compareRuns} does. */
export function compareAgents(run: RunSource, options: CompareOptions = {}): Comparison[] {
  return createComparisons([readRun(run)], options).comparisons;
}

/** All that `toolemu compare` tells of one run, or of several beside the first. */
export function createComparisons(runs: readonly ReadRun[], options: CompareOptions = {}): Comparisons {
  const { pairs, alone } = pairSides(runs, options);
  const seed = options.seed ?? runs[0]?.manifest.config.seed ?? 0;
  const { factor, anyFactor, margin } = options;
  const comparisons = compareSides(pairs, { factor, anyFactor, margin, seed });
  const tests = comparisons.flatMap(({ differences }) => differences.filter(({ p }) => p !== null)).length;
  return { compare: 1, confidence: 0.95, seed, tests, comparisons, alone };
}
