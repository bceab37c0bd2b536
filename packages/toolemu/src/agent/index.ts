export { commandAgent, type CommandOptions } from './command/command-agent.ts';
export { isFile, whyNoProgram } from './command/find-program.ts';
export { createNoactControl, createReferenceControl, playReference } from './controls.ts';
export { type Codec, createDialogueAgent } from './dialogue.ts';
export {
  type AgentWithTools,
  type AiSdkSchema,
  type AiSdkTool,
  type AiSdkTools,
  type Answer,
  type CallForText,
  type CallTool,
  emulateAgent,
  emulateTools,
  createFunctionAgent,
  type FunctionAgentOptions,
  type FunctionTask,
  type FunctionTools,
  type LangChainTool,
  loadModule,
  loadPlayer,
  type ModuleAgent,
  ModuleError,
  type FunctionTool,
  type OpenAiParameters,
  type OpenAiTool,
  type OwnTools,
  type PlayFunction,
  type Player,
  playerOf,
  playModule,
  playPlayer,
  createToolkit,
  defaultTimeoutSeconds,
  watchBlockedProcess,
} from './function/index.ts';
export { whyLost, withKnownTools } from './known-tools.ts';
export { type OfferedInput, offeredInput } from './tools.ts';
export { reactCodec } from './react.ts';
export { modelNamesOf } from './tool-names.ts';
export { toolsCodec } from './tools.ts';
export { watchSandbox } from './watch-sandbox.ts';
export { holdsWrittenCall, parserRemedy } from './written-call.ts';
export { toldInLine } from './function/told-error.ts';
