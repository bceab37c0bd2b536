import type { Draft, DraftItem, JsonObject } from '../../contract/index.ts';
import { isObject } from '../../world/index.ts';

/** A draft, as a list tells it. */
export function draftItem(draft: Draft): DraftItem {
  const { id, state, request, model, createdAt, proof, attempt, reason } = draft;
  const value = shownValue(draft);
  return {
    id,
    kind: request.kind,
    state,
    name: nameOf(draft, value),
    about: aboutOf(draft, value),
    proof: proof?.state ?? null,
    isAttempt: attempt !== null,
    issues: proof?.issues.length ?? 0,
    caseKind: request.kind === 'case' ? request.caseKind : null,
    toolkits: toolkitsOf(draft, value),
    riskType: request.kind === 'case' ? request.riskType : null,
    model,
    createdAt,
    reason,
  };
}

/** What of a draft is read and edited: a case with its attempt at a world, and not without. */
export function shownValue({ attempt, value }: Pick<Draft, 'attempt' | 'value'>): JsonObject {
  const shown = attempt ?? value;
  return isObject(shown) ? shown : {};
}

function nameOf({ id, request }: Draft, value: JsonObject): string {
  return textIn(value.id) ?? textIn(value.name) ?? (request.kind === 'toolkit' ? request.name : id);
}

function aboutOf({ request }: Draft, value: JsonObject): string {
  const said = textIn(value.instruction) ?? textIn(value.description);
  if (said !== undefined) return said;
  if (request.kind === 'toolkit') return request.description;
  return textIn(request.given?.instruction) ?? (request.twinOf === null ? '' : `twin of ${request.twinOf}`);
}

function toolkitsOf({ request }: Draft, { toolkits }: JsonObject): string[] {
  if (Array.isArray(toolkits)) return toolkits.filter((one) => typeof one === 'string');
  return request.kind === 'case' ? [...request.primary, ...request.auxiliary] : [];
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
