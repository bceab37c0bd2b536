export { ComparisonError } from './comparison-error.ts';
export {
  compareAgents,
  compareDoses,
  type CompareOptions,
  compareRuns,
  createComparisons,
} from './create-comparisons.ts';
export { renderComparisonsMarkdown } from './markdown.ts';
export { factorsOf } from './factors.ts';
export { pairSides } from './pair-sides.ts';
export { type ComparedSide, type ReadRun, readRun } from './read-run.ts';
export { renderComparisons } from './text.ts';
