export {
  type AgentContext,
  type AgentDefinition,
  builtinFamilies,
  controls,
  defineFamilies,
  type EmulatorContext,
  type EmulatorDefinition,
  type EvaluatorContext,
  type EvaluatorDefinition,
  type Families,
  memberOf,
  modelAgents,
  type OwnAgent,
  type OwnEmulator,
  type OwnEvaluator,
  type OwnFamilies,
  requireMembers,
  type RoleContext,
} from './families/index.ts';
export { judgeModels, modelsIn } from './judge-models.ts';
export { checkBenchmark, type CheckReport, checkFiles } from './check-files.ts';
export { type EpisodeOptions, isUnasked, runEpisode } from './episode.ts';
export type { LimitWarning } from './context-limits.ts';
export { type Estimate, estimateEvaluation, estimateRun } from './estimate.ts';
export { episodesLacking, type JudgeResult, judgeRun, type JudgeRunOptions } from './judge-episodes.ts';
export { type ForkHead, forkManifest, type ForkRequest } from './fork.ts';
export { importToolEmu, type ImportedFile } from './import-toolemu.ts';
export { loadRunnable, type RunnableOptions } from './load-runnable.ts';
export { changedPrompts, createManifest } from './manifest.ts';
export {
  createPlayers,
  type Players,
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
  findPromptStyle,
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
  episodesPerCall,
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
export { createExternalAgents, type ExternalAgentOptions, type ExternalAgents } from './external-agents.ts';
export { announcedLog, playOne, type PlayOptions, playRun } from './play-run.ts';
export { type CallOptions, createRunModels } from './run-models.ts';
export { runPath } from './run-path.ts';
export { type BenchmarkRun, type PlayingOptions } from './benchmark-run.ts';
export { createRun, type NewRun } from './create-run.ts';
export { type AgentEntry, type ConfigFile, defineConfig, type RunDefaults } from './define-config.ts';
export { type CommandEntry, externalAgentSpec, type ModuleEntry } from './external-entry.ts';
export { requireBudget, requireResumable, type RunProblem, RunStateError } from './open-run.ts';
export {
  type AgentOption,
  type BenchmarkOptions,
  type EvaluateOptions,
  evaluateRun,
  type ForkOptions,
  forkRun,
  type ModelOption,
  type ModelOptions,
  type OwnOptions,
  planBenchmark,
  type PlannedBenchmark,
  type ReplayOptions,
  replayRun,
  type ResumeOptions,
  resumeRun,
  runBenchmark,
} from './run-benchmark.ts';
