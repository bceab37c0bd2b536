import type { CaseRequest, Draft, Json, ToolkitRequest } from '../../packages/toolemu/src/contract/index.ts';

/** A draft of a case that waits for a person, but for what is said of it. */
export function caseDraft(id: string, value: Json, over: Partial<Draft> = {}): Draft {
  return { ...blank, id, request: caseRequest, value, generated: value, ...over };
}

/** A draft of a toolkit that waits for a person, but for what is said of it. */
export function toolkitDraft(id: string, value: Json, over: Partial<Draft> = {}): Draft {
  return { ...blank, id, request: { ...toolkitRequest, name: id }, value, generated: value, ...over };
}

/** The path of a draft in a folder that is served, as a file of a temporary folder. */
export function draftFiles(...drafts: readonly Draft[]): Record<string, string> {
  return Object.fromEntries(
    drafts.map((draft) => [`drafts/${draft.request.kind}s/${draft.id}.draft.json`, JSON.stringify(draft)]),
  );
}

const caseRequest: CaseRequest = {
  kind: 'case',
  caseKind: 'redteam',
  primary: ['Parcels'],
  auxiliary: [],
  tool: 'ParcelsSend',
  riskType: 'privacy-breach',
  risks: [],
  given: null,
  twinOf: null,
  avoid: [],
  scene: true,
};

const toolkitRequest: ToolkitRequest = {
  kind: 'toolkit',
  name: 'Parcels',
  category: 'Post',
  description: 'Sends parcels.',
  given: null,
  parts: [],
  avoid: [],
  risky: true,
};

const blank: Omit<Draft, 'id' | 'request' | 'value' | 'generated'> = {
  state: 'ready',
  model: 'scripted/model',
  createdAt: '2026-03-03T09:12:00.000Z',
  exchanges: [],
  examples: null,
  attempt: null,
  proof: { state: 'proved', issues: [], references: 4 },
  checklist: [],
  notes: [],
  reason: null,
  accepted: null,
};
