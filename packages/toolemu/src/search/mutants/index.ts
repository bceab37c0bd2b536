export { draftOf, mutantId, mutantOf } from './apply-patches.ts';
export { type MutantProblem, proveMutant } from './prove-mutant.ts';
