export { emulators } from './emulator-kinds.ts';
export { judgeModels, modelsIn } from './judge-models.ts';
export { checkBenchmark, type CheckReport, checkFiles } from './check-files.ts';
export { type EpisodeOptions, isUnasked, runEpisode } from './episode.ts';
export type { LimitWarning } from './context-limits.ts';
export { type Estimate, estimateEvaluation, estimateRun } from './estimate.ts';
export { episodesLacking, evaluateRun } from './evaluate-run.ts';
export { type ForkHead, forkManifest, type ForkRequest } from './fork.ts';
export { importToolEmu, type ImportedFile } from './import-toolemu.ts';
export { loadRunnable, type RunnableOptions } from './load-runnable.ts';
export { changedPrompts, createManifest } from './manifest.ts';
export {
  controls,
  createPlayers,
  type Players,
  evaluators,
  modelAgents,
  type ModelAccess,
  type People,
  personAgent,
} from './players.ts';
export { createSituations } from './situations.ts';
export { MergeError, type Merged, mergeRuns } from './merge-runs.ts';
export { casesOfShard, headOfShard, type ShardChoice } from './shards.ts';
export { isUserReply } from './continuations.ts';
export { type PlannedRun, planRun } from './plan-run.ts';
export { playOnManifest, type PlayOnRequest, type RecordEdit } from './play-on.ts';
export { createPlayerRequests, type PlayerRequests } from './player-requests.ts';
export {
  ConfigError,
  findPrompting,
  type ModelChoice,
  prepareEvaluators,
  prepareRun,
  type Role,
  type RoleRequest,
  type RunRequest,
} from './prepare-run.ts';
export { realExamplesOf } from './real-examples.ts';
export { replayOf, withReuse } from './replay.ts';
export {
  brokenBy,
  isFinished,
  openEpisodes,
  playEpisode,
  type Retry,
  run,
  type RunOptions,
  type RunResult,
} from './run.ts';
export { SelectionError } from './select-cases.ts';
export { type Spending, type SpendingRange, totalOf } from './spending.ts';
export { spentOn } from './spent-on.ts';
export { taskOf } from './task.ts';
export { referenceTrajectory } from './reference-trajectory.ts';
export { provers } from './provers.ts';
export { playCase } from './play-case.ts';
