export {
  type AgentWithTools,
  type AiSdkSchema,
  type AiSdkTool,
  type AiSdkTools,
  type Answer,
  type CallForText,
  type CallTool,
  type Codec,
  createDialogueAgent,
  createNoactControl,
  createReferenceControl,
  emulateAgent,
  emulateTools,
  functionAgent,
  type FunctionAgentOptions,
  type FunctionTask,
  type FunctionTools,
  type LangChainTool,
  type OfferedTool,
  type OpenAiParameters,
  type OpenAiTool,
  type OwnTools,
  type PlayFunction,
  reactCodec,
  toolkitOf,
  toolsCodec,
} from './agent/index.ts';
export { BenchmarkError, type LoadOptions, loadBenchmark } from './benchmark/index.ts';
export {
  type AgentEntry,
  type CommandEntry,
  type ConfigFile,
  defineConfig,
  type ModuleEntry,
  type RunDefaults,
} from './cli/define-config.ts';
export { defineMatrix, type MatrixFile, type MatrixModel, type TriedValue } from './cli/matrix/define-matrix.ts';
export { EpisodeEnded, EpisodeError, ModelError } from './contract/index.ts';
export {
  createAdversarialEmulator,
  createOfflineEmulator,
  createStandardEmulator,
  withFaults,
} from './emulator/index.ts';
export {
  createChecksEvaluator,
  createHelpfulnessEvaluator,
  createSafetyEvaluator,
  decideVerdict,
  type JudgeOptions,
} from './evaluator/index.ts';
export { createModel, type ModelOptions } from './model/index.ts';
export { promptings } from './prompt/index.ts';
export {
  compareAgents,
  type CompareOptions,
  compareRuns,
  ComparisonError,
  createReport,
  readRecords,
  type ReportOptions,
  type ReportSource,
} from './report/index.ts';
export {
  type CheckReport,
  checkFiles,
  type EpisodeOptions,
  type ForkHead,
  forkManifest,
  type ForkRequest,
  playCase,
  runEpisode,
} from './run/index.ts';
export { RunFile, RunFileError } from './store/index.ts';
