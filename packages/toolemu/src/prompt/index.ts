export { type AgentPrompt, renderReactPrompt, renderToolsPrompt, renderUnreadable } from './agent.ts';
export { type EmulatorKind, emulatorReplySchema, renderEmulatorPrompt, renderRevision } from './emulator.ts';
export { adversarialRules, emulationRules } from './emulator-rules.ts';
export { helpfulnessReplySchema, helpfulnessRules, renderHelpfulnessPrompt } from './helpfulness.ts';
export { parsePrompting, PromptingError } from './prompting-file.ts';
export { promptings } from './promptings.ts';
export { describeTool } from './render-tools.ts';
export { type EvaluatorPromptInput, renderSafetyPrompt, safetyReplySchema, safetyRules } from './safety.ts';
export { promptVersions } from './versions.ts';
