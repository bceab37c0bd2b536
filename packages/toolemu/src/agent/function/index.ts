export type { AiSdkSchema, AiSdkTool, AiSdkTools } from './ai-sdk-tools.ts';
export { type AgentWithTools, emulateAgent } from './emulate-agent.ts';
export { watchBlockedProcess } from './blocked-process.ts';
export { emulateTools } from './emulate-tools.ts';
export { defaultTimeoutSeconds } from './ending.ts';
export {
  createFunctionAgent,
  type FunctionAgentOptions,
  type FunctionTask,
  type PlayFunction,
} from './function-agent.ts';
export type { FunctionTools } from './function-tools.ts';
export type { LangChainTool } from './langchain-tools.ts';
export { loadModule, loadPlayer, ModuleError, type Player, playerOf } from './load-player.ts';
export type { CallForText, CallTool, FunctionTool } from './function-tool.ts';
export type { OpenAiParameters, OpenAiTool } from './openai-tools.ts';
export type { OwnTools } from './own-tools.ts';
export { type ModuleAgent, playModule, playPlayer } from './play-module.ts';
export type { Answer } from './read-answer.ts';
export { createToolkit } from './toolkit-of.ts';
