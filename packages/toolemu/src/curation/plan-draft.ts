import type { Draft, RoleModel } from '../contract/index.ts';
import { nothingDrafted } from './drafting.ts';
import { freeDraftId, writeDraft } from './drafts.ts';

/** Writes a draft of which nothing is asked yet to a folder, under its name or the next that is free. */
export function planDraft(
  folder: string,
  request: Draft['request'],
  { name, model, now }: { readonly name: string; readonly model: RoleModel; readonly now: Date },
): Draft {
  const draft: Draft = {
    id: freeDraftId(folder, request.sort, name),
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
