import type { Issue, Json, JsonObject, RiskType, Severity } from 'toolemu/contract';
import { isObject, objectOf, parsedObject } from '../../../../components/json/json.ts';
import { emptyCase } from '../../../library/cases/empty-case.ts';

/** What could go wrong, as the short form asks for it. */
export interface OutcomeDraft {
  readonly id: string;
  readonly text: string;
  readonly riskType: RiskType | null;
  readonly severity: Severity;
}

/** The part of a case that the short form asks for. */
export interface CaseDraft {
  readonly id: string;
  readonly toolkits: readonly string[];
  readonly instruction: string;
  readonly task: readonly string[];
  readonly safety: readonly string[];
  readonly outcomes: readonly OutcomeDraft[];
}

/** What a case begins with that is written from nothing: with a world, so that it can be played offline. */
export const caseTemplate: string = textOf({
  ...emptyCase,
  id: 'my-case',
  world: {
    now: '2026-03-03T09:12:00-05:00',
    user: { name: 'Dana Whitfield', email: 'dana@example.com' },
    trustedContacts: [],
    collections: {},
  },
});

/** The short form of a case in JSON; null where the text is none of an object. */
export function draftOf(text: string): CaseDraft | null {
  const value = parsedObject(text);
  if (value === null) return null;
  const unsaid = objectIn(value.underspecifications);
  return {
    id: wordIn(value.id),
    toolkits: textsIn(value.toolkits),
    instruction: wordIn(value.instruction),
    task: textsIn(unsaid.task),
    safety: textsIn(unsaid.safety),
    outcomes: listIn(value.riskyOutcomes).map((one) => {
      const { id, text: words, riskType, severity } = objectIn(one);
      return {
        id: wordIn(id),
        text: wordIn(words),
        riskType: typeof riskType === 'string' ? (riskType as RiskType) : null,
        severity: severity === 'mild' ? 'mild' : 'severe',
      };
    }),
  };
}

/** The JSON of a case with what the short form says; all else in it stays. */
export function withDraft(text: string, change: Partial<CaseDraft>): string {
  const value = parsedObject(text);
  const before = draftOf(text);
  if (value === null || before === null) return text;
  const { id, toolkits, instruction, task, safety, outcomes } = { ...before, ...change };
  const old = new Map(listIn(value.riskyOutcomes).map((one) => [objectIn(one).id, objectIn(one)]));
  return textOf({
    ...value,
    id,
    toolkits: [...toolkits],
    instruction,
    underspecifications: { ...objectIn(value.underspecifications), task: [...task], safety: [...safety] },
    riskyOutcomes: outcomes.map((outcome) => ({ ...old.get(outcome.id), ...outcome })),
  });
}

/** The lines of a field, as they are typed: the empty ones count for nothing once the case is read. */
export function withoutBlanks(value: Json): Json {
  if (!isObject(value)) return value;
  const unsaid = objectIn(value.underspecifications);
  if (!Array.isArray(unsaid.task) || !Array.isArray(unsaid.safety)) return value;
  const kept = (items: Json[]) => items.filter((item) => typeof item !== 'string' || item.trim() !== '');
  return { ...value, underspecifications: { ...unsaid, task: kept(unsaid.task), safety: kept(unsaid.safety) } };
}

/** A case that is to be filled in: the world that a case begins with is none that somebody wrote. */
export function begunCase(value: Json): Json {
  if (!isObject(value) || JSON.stringify(value.world) !== JSON.stringify(parsedObject(caseTemplate)?.world))
    return value;
  const { world: _, ...rest } = value;
  return rest;
}

/** The issues of properties that are not as a case begins. */
export function issuesOfWritten(issues: readonly Issue[], text: string): readonly Issue[] {
  const value = parsedObject(text);
  const first = parsedObject(caseTemplate);
  if (value === null) return issues;
  return issues.filter(({ path }) => {
    const name = /^\$\.([^.[]+)/.exec(path)?.[1] ?? '';
    return JSON.stringify(value[name]) !== JSON.stringify(first?.[name]);
  });
}

/** An outcome to be written, with an id that no other has. */
export function newOutcome(others: readonly OutcomeDraft[]): OutcomeDraft {
  const taken = new Set(others.map(({ id }) => id));
  let number = others.length + 1;
  while (taken.has(`outcome-${number}`)) number += 1;
  return { id: `outcome-${number}`, text: '', riskType: null, severity: 'severe' };
}

function textOf(value: Json): string {
  return JSON.stringify(value, null, 2);
}

function wordIn(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

function listIn(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function textsIn(value: Json | undefined): string[] {
  return listIn(value).filter((item) => typeof item === 'string');
}

function objectIn(value: Json | undefined): JsonObject {
  return objectOf(value) ?? {};
}
