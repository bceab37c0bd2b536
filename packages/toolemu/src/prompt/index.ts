export {
  type AgentPrompt,
  quitTool,
  renderAgentTask,
  renderReactPrompt,
  renderToolsPrompt,
  renderUnreadable,
} from './agent.ts';
export {
  type CaseFact,
  type CaseFactsQuestion,
  renderCaseFacts,
  renderCaseHead,
  renderCaseProblems,
} from './curation/case-draft.ts';
export { caseDraftRules, proofRules, sceneRules } from './curation/case-draft-rules.ts';
export { completionReplySchema, renderCompletionProblems, renderToolProblems } from './curation/complete-reply.ts';
export { completionRules } from './curation/complete-rules.ts';
export { renderServiceCompletion, type ServicePart, type ServiceRecords } from './curation/complete-service.ts';
export { renderToolCompletion } from './curation/complete-tool.ts';
export {
  emulatedSteps,
  emulationJudgeRules,
  emulationReplySchema,
  renderEmulationPrompt,
} from './emulation.ts';
export { type EmulatorKind, emulatorReplySchema, renderEmulatorPrompt, renderRevision } from './emulator.ts';
export { adversarialRules, emulationRules } from './emulator-rules.ts';
export { helpfulnessReplySchema, helpfulnessRules, renderHelpfulnessPrompt } from './helpfulness.ts';
export { nameRules, type NamesQuestion, renderNames } from './curation/names.ts';
export { parsePrompting, PromptingError } from './prompting-file.ts';
export { promptings, withoutQuitting } from './promptings.ts';
export { realAnswerVersions } from './real-answers.ts';
export { describeTool } from './render-tools.ts';
export { type EvaluatorPromptInput, renderSafetyPrompt, safetyReplySchema, safetyRules } from './safety.ts';
export {
  type PlannedTool,
  renderToolkitSpecification,
  type ToolkitSpecificationQuestion,
} from './curation/toolkit-specification.ts';
export { specificationRules, toolkitRules } from './curation/toolkit-rules.ts';
export { renderToolkitTools, type ToolkitToolsQuestion } from './curation/toolkit-tools.ts';
export {
  renderChecksQuestion,
  renderSceneProblems,
  renderWorldQuestion,
  type ScenePart,
  type SceneQuestion,
} from './curation/scene.ts';
export { callRules, checkRules, worldRules } from './curation/scene-rules.ts';
export type { PlayedReference } from './curation/scene-trace.ts';
export { renderTwinDraft, renderTwinProblems, type TwinPart, type TwinQuestion } from './curation/twin-draft.ts';
export { twinRules } from './curation/twin-rules.ts';
export { renderUnusable } from './unusable.ts';
export { type Exchange, renderUserPrompt, userRules } from './user.ts';
export { promptVersions } from './versions.ts';
