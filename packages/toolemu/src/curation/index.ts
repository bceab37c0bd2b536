export {
  type Completion,
  type CompletionProgress,
  type CompletionRequest,
  completeToolkit,
  type Inferred,
} from './completion/complete-toolkit.ts';
export type { ProveTools } from './completion/complete-tools.ts';
export { type Asking, createAsking, maxRevisions, readDeclaration } from './asking/asking.ts';
export { askRevised } from './asking/ask-revised.ts';
export { createExchangeLog } from './asking/exchange-log.ts';
export { missingServiceParts, missingToolParts } from './completion/missing-parts.ts';
export { type FirstRequest, firstRequests } from './completion/first-requests.ts';
export { developDraft, type DevelopOptions } from './develop-draft.ts';
export type { Prove, Provers } from './drafting.ts';
export { draftFile, type Drafts, findDraft, freeDraftId, listDrafts, writeDraft } from './drafts.ts';
export { proveDraft } from './prove-draft.ts';
export {
  acceptDraft,
  draftedFrom,
  type AcceptOptions,
  editDraft,
  rejectDraft,
  reopenDraft,
  revertDraft,
  ReviewError,
  type ReviewOptions,
} from './review.ts';
export { type CasePlan, drawSome, hasEffects, planCases, type Reached } from './cases/plan-cases.ts';
export { firstQuestion, planDraft } from './plan-draft.ts';
export { type DraftedNames, draftNames } from './toolkits/draft-names.ts';
export { caseRequest } from './cases/case-request.ts';
export { chooseTools } from './choose-tools.ts';
export { risksOfTools, type ToolRisks } from './tool-risks.ts';
