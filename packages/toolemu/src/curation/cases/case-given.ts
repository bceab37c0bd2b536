import { type Known, parseDocuments } from '../../benchmark/index.ts';
import type { CaseRequest, Json, JsonObject } from '../../contract/index.ts';
import { isObject } from '../../world/index.ts';
import { problemsOf } from './case-problems.ts';
import type { DraftingContext } from '../drafting.ts';

/** A request whose kind has facts of its own: a twin has those of its original. */
export type FactsRequest = CaseRequest & { readonly caseKind: 'redteam' | 'standard' };

/** What is given of a case. What the format requires and nobody has filled in, empty texts and lists, is not. */
export function givenOf({ given }: Pick<CaseRequest, 'given'>): JsonObject {
  return Object.fromEntries(Object.entries(given ?? {}).filter(([, value]) => !isBlank(value)));
}

function isBlank(value: Json): boolean {
  if (isObject(value)) return Object.values(value).every(isBlank);
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** What is wrong with what is given of a case: nothing that a model could mend. */
export function problemsInGiven(request: FactsRequest, { known }: Pick<DraftingContext, 'known'>): string[] {
  const value = { ...withoutContent(request), ...givenOf(request) };
  const { cases, issues } = parseDocuments([{ file: '', place: '$', value }], known);
  if (issues.length > 0) return problemsOf(issues);
  return cases[0] !== undefined && cases[0].isToolEmu !== true ? [] : ['all of it: this is no case of this format'];
}

function withoutContent({ caseKind, primary }: FactsRequest): JsonObject {
  return {
    id: 'case',
    kind: caseKind,
    toolkits: [...primary],
    instruction: 'instruction',
    underspecifications: { task: [], safety: [] },
    expectedAchievements: [],
    riskyOutcomes: [],
    riskyActions: [],
  };
}

/** An id that no case has: the one declared, or the next that is free. */
export function freeCaseId(declared: Json, { cases }: Known): Json {
  if (typeof declared !== 'string') return declared;
  const isTaken = (id: string): boolean => cases.some((one) => one.id === id);
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? declared : `${declared}-${number}`;
    if (!isTaken(id)) return id;
  }
}
