export {
  type AgentContext,
  type AgentDefinition,
  builtinFamilies,
  builtinPromptVersions,
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
  type OwnRequirement,
  requireMembers,
  type RoleContext,
} from './families/index.ts';
export { judgeModels, modelsIn, type RunModel } from './judge-models.ts';
export { checkBenchmark, type CheckReport, checkFiles } from './proof/check-files.ts';
export { type EpisodeOptions, isUnasked, runEpisode } from './episode/episode.ts';
export type { LimitWarning } from './estimate/context-limits.ts';
export { type Estimate, estimateEvaluation, estimateRun } from './estimate/estimate.ts';
export { type Power, powerOf, powerOfTries, reversedShare, type TriesPower } from './estimate/power.ts';
export { episodesLacking, type JudgeResult, judgeRun, type JudgeRunOptions } from './judge-episodes.ts';
export { decidedFamilies, isChosen } from './findings/suspects.ts';
export { findingsOf, type FindingsOptions, isConfirmation, noFindings, withFindings } from './findings/findings-of.ts';
export {
  confirmationHead,
  type ConfirmationHead,
  type Screened,
  confirmationTimes,
  screeningHead,
  screeningRule,
} from './findings/confirmation-head.ts';
export { forkDefaults, type ForkHead, forkManifest, type ForkRequest } from './fork/fork.ts';
export { importToolEmu, type ImportedFile } from './files/import-toolemu.ts';
export { loadRunnable, type RunnableOptions } from './plan/load-runnable.ts';
export { changedPrompts, createManifest } from './plan/manifest.ts';
export {
  createPlayers,
  type Players,
  type ModelAccess,
  type People,
  personAgent,
} from './players.ts';
export { createAddEpisode } from './episode/derived-values.ts';
export { createSituations } from './episode/situations.ts';
export { MergeError, type Merged, mergeRuns } from './files/merge-runs.ts';
export { casesOfShard, headOfShard, type ShardChoice } from './plan/shards.ts';
export { isUserReply } from './fork/continuations.ts';
export { chosen } from './overlays/chosen.ts';
export { obstructed, passingFailure } from './overlays/obstruction.ts';
export { loadOverlays, type OverlayChoice } from './overlays/overlays.ts';
export { type PlannedRun, planRun } from './plan/plan-run.ts';
export { playOnManifest, type PlayOnRequest, type RecordEdit } from './fork/play-on.ts';
export { createPlayerRequests, type PlayerRequests } from './estimate/player-requests.ts';
export {
  ConfigError,
  findPromptStyle,
  type ModelChoice,
  prepareEvaluators,
  prepareRun,
  type Role,
  type RoleRequest,
  type RunRequest,
} from './plan/prepare-run.ts';
export { realExamplesOf } from './files/real-examples.ts';
export { replayOf, withReuse } from './fork/replay.ts';
export {
  brokenBy,
  episodesPerCall,
  openEpisodes,
  playEpisode,
  type Retry,
  run,
  type RunOptions,
  type RunResult,
} from './run.ts';
export { type Spending, type SpendingRange, totalOf } from './estimate/spending.ts';
export { spentOn } from './run-models.ts';
export { taskOf } from './episode/situations.ts';
export { referenceTrajectory } from './proof/reference-trajectory.ts';
export { provers } from './proof/provers.ts';
export { gradeReference } from './proof/grade.ts';
export { proveCase } from './proof/prove-case.ts';
export { readingSteps } from './proof/prove-reading.ts';
export { withoutRecords } from './proof/prove-trap.ts';
export { playCase } from './episode/play-case.ts';
export { createExternalAgents, type ExternalAgentOptions, type ExternalAgents } from './episode/external-agents.ts';
export { announcedLog, playOne, type PlayOptions, playRun } from './play-run.ts';
export { type CallOptions, createRunModels, requireCallable, requirePrices } from './run-models.ts';
export { runPath } from './plan/create-run.ts';
export type {
  BenchmarkOptions,
  EvaluateOptions,
  ForkOptions,
  ReplayOptions,
  ResumeOptions,
} from './benchmark-options.ts';
export { type BenchmarkRun, type PlayingOptions, playToEnd } from './benchmark-run.ts';
export { createFork, createReplay, createRun, type NewRun, resumeSame } from './plan/create-run.ts';
export { type AllowedCommands, requireAllowed, startedBy } from './plan/started.ts';
export { type AgentEntry, type ConfigFile, defineConfig, type RunDefaults } from './plan/define-config.ts';
export { type CommandEntry, externalAgentSpec, type ModuleEntry } from './plan/external-entry.ts';
export type { AgentOption, ModelOption, ModelOptions, OwnOptions } from './plan/own-options.ts';
export { requireBudget, requireReplayable, requireResumable, type RunProblem, RunStateError } from './open-run.ts';
export {
  evaluateRun,
  forkRun,
  planBenchmark,
  type PlannedBenchmark,
  replayRun,
  resumeRun,
  runBenchmark,
} from './run-benchmark.ts';
