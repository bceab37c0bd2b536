import type {
  CaseRequest,
  Draft,
  ModelParameters,
  ModelRequest,
  RoleModel,
  ToolkitRequest,
} from '../contract/index.ts';
import { type DraftingContext, nothingDrafted } from './drafting.ts';
import { freeDraftId, writeDraft } from './drafts.ts';
import { captureRequest } from '../model/index.ts';
import { createAsking } from './asking/asking.ts';
import { draftCase } from './cases/draft-case.ts';
import { draftToolkit } from './toolkits/draft-toolkit.ts';

/** Writes a draft of which nothing is asked yet to a folder, under its name or the next that is free. */
export function planDraft(
  folder: string,
  request: Draft['request'],
  { name, model, now }: { readonly name: string; readonly model: RoleModel; readonly now: Date },
): Draft {
  const draft: Draft = {
    id: freeDraftId(folder, request.kind, name),
    state: 'planned',
    request,
    model: model.model,
    baseUrl: model.baseUrl,
    parameters: model.parameters,
    createdAt: now.toISOString(),
    exchanges: [],
    generated: null,
    ...nothingDrafted,
    reason: null,
    accepted: null,
  };
  writeDraft(folder, draft);
  return draft;
}

/** The question that drafting begins with; null where it asks none. No model is called. */
export function firstQuestion(
  request: ToolkitRequest | CaseRequest,
  context: Omit<DraftingContext, 'asking' | 'onStep'>,
  parameters: ModelParameters = {},
): Promise<ModelRequest | null> {
  return captureRequest((model) => {
    const whole = { ...context, asking: createAsking({ model, parameters }), onStep: () => {} };
    return request.kind === 'toolkit' ? draftToolkit(request, whole) : draftCase(request, whole);
  });
}
