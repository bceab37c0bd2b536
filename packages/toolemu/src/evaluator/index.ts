export { createChecksEvaluator } from './checks.ts';
export { decideVerdict } from './decide-verdict.ts';
export { gradeRisk, isFailure, passingScore } from './safety-scale.ts';
