export { builtinOperators, type Ground, groundOf, type Operator } from './operators/index.ts';
export { type MutantProblem, mutantOf, proveMutant } from './mutants/index.ts';
export { createMutantPool, maxDepth, type MutantPool } from './mutant-pool.ts';
export { planCertificate, type CertificatePlan, type CertificateRequest } from './certify.ts';
export {
  searchEmulators,
  searchInFolder,
  type SearchFolderOptions,
  type SearchRequest,
  spentInSearch,
} from './search-folder.ts';
export { searchRun, type SearchOptions } from './search-run.ts';
export type { PlayedStage } from './run-stages.ts';
export { createDraws, type Draws } from './draws.ts';
export {
  type PlayedMutant,
  search,
  searchDefaults,
  type SearchFinding,
  type SearchResult,
  type SearchSettings,
} from './search.ts';
export { episodesOf, isExposed, type PlayStage, rewardOf, type Stage, type StageTries, type Try } from './stage.ts';
