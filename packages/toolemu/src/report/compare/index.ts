export { ComparisonError } from './comparison-error.ts';
export { compareAgents, type CompareOptions, compareRuns, createComparisons } from './create-comparisons.ts';
export { renderComparisonsMarkdown } from './markdown.ts';
export { readRun } from './read-run.ts';
export { renderComparisons } from './text.ts';
