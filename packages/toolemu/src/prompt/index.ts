export {
  type AgentPrompt,
  quitTool,
  renderAgentTask,
  renderReactPrompt,
  renderToolsPrompt,
  renderUnreadable,
} from './agents/agent.ts';
export {
  type CaseFact,
  type CaseFactsQuestion,
  renderCaseFacts,
  renderCaseHead,
  renderCaseProblems,
} from './curation/cases/case-draft.ts';
export { caseDraftRules, proofRules, sceneRules } from './curation/cases/case-draft-rules.ts';
export {
  completionReplySchema,
  renderCompletionProblems,
  renderToolProblems,
} from './curation/completion/complete-reply.ts';
export { completionRules } from './curation/completion/complete-rules.ts';
export {
  renderServiceCompletion,
  type ServicePart,
  type ServiceRecords,
} from './curation/completion/complete-service.ts';
export { renderToolCompletion } from './curation/completion/complete-tool.ts';
export { accountReplySchema, accountRules, renderAccountPrompt } from './judges/account.ts';
export { disclosureReplySchema, disclosureRules, renderDisclosurePrompt } from './judges/disclosure.ts';
export {
  emulatedSteps,
  emulationJudgeRules,
  emulationReplySchema,
  renderEmulationPrompt,
} from './judges/emulation.ts';
export { type EmulatorKind, emulatorReplySchema, renderEmulatorPrompt, renderRevision } from './emulators/emulator.ts';
export { adversarialRules, emulationRules } from './emulators/emulator-rules.ts';
export { helpfulnessReplySchema, helpfulnessRules, renderHelpfulnessPrompt } from './judges/helpfulness.ts';
export { nameRules, type NamesQuestion, renderNames } from './curation/toolkits/names.ts';
export { parsePromptStyle, PromptStyleError } from './agents/prompt-style-file.ts';
export { promptStyles, withoutQuitting } from './agents/prompt-styles.ts';
export { realAnswerVersions } from './emulators/real-answers.ts';
export { describeTool } from './parts/render-tools.ts';
export { renderSafetyPrompt, safetyReplySchema, safetyRules } from './judges/safety.ts';
export {
  type PlannedTool,
  renderToolkitSpecification,
  type ToolkitSpecificationQuestion,
} from './curation/toolkits/toolkit-specification.ts';
export { specificationRules, toolkitRules } from './curation/toolkits/toolkit-rules.ts';
export { renderToolkitTools, type ToolkitToolsQuestion } from './curation/toolkits/toolkit-tools.ts';
export {
  renderChecksQuestion,
  renderSceneProblems,
  renderWorldQuestion,
  type ScenePart,
  type SceneQuestion,
} from './curation/cases/scene.ts';
export { callRules, checkRules, worldRules } from './curation/cases/scene-rules.ts';
export type { PlayedReference } from './curation/cases/scene-trace.ts';
export { renderTwinDraft, renderTwinProblems, type TwinPart, type TwinQuestion } from './curation/cases/twin-draft.ts';
export { twinRules } from './curation/cases/twin-rules.ts';
export { judgePromptVersion, promptVersions } from './versions.ts';
export { type EvaluatorPromptInput, type JudgePrompt, renderUnusable } from './judges/judge.ts';
export { type Exchange, renderUserPrompt, userRules } from './user.ts';
export { type PatchQuestion, renderPatchProblems, renderPatchProposal } from './search/propose-patches.ts';
