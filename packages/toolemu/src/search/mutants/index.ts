export { draftOf, mutantId, mutantOf, mutantOfDraft } from './apply-patches.ts';
export { type MutantProblem, proveMutant } from './prove-mutant.ts';
