import { isDeepStrictEqual } from 'node:util';
import type { Infidelity, Json, WorldChange, WorldRecord } from '../../contract/index.ts';
import { compareChanges, type Difference } from '../../emulator/compare-changes.ts';
import { changedProperties, isObject } from '../../world/index.ts';
import { chosenTexts, isSameRecord } from './chosen-texts.ts';
import { type ChosenTexts, firstDifference, recordDifference } from './same-answer.ts';
import { type Answer, type TrueCall, valueOf } from './true-call.ts';

/** In what an answer is true. */
export interface CallScore {
  readonly exact: boolean;
  readonly equivalent: boolean;
  readonly exceptions: boolean;
  /** Null where it is not known what the call changed. */
  readonly state: boolean | null;
  /** Where it first parts from the truth, the gravest; null where it does not. */
  readonly parting: Pick<Infidelity, 'kind' | 'path' | 'expectedValue' | 'actualValue'> | null;
}

/** Scores an answer to a call against the true one. */
export async function scoreCall(call: TrueCall, said: Answer): Promise<CallScore> {
  const { request, due } = call;
  const made = said.changes ?? [];
  const chosen = await chosenTexts(call, made);
  const exceptions = agreeInException(call, said);
  const changes =
    due.changes === null ? null : compareChanges(due.changes, made, chosen.ids, chosen.free, isSameRecord);
  const state = changes === null ? null : changes.missing.length === 0 && changes.extra.length === 0;
  const isCarriedOut = due.exception === null && said.exception === null;
  const part = isCarriedOut
    ? firstDifference(due.observation, said.observation, { tool: request.tool, ...chosen })
    : null;
  const head = { exact: isExact(due, said), equivalent: exceptions && part === null, exceptions, state };
  if (!exceptions) {
    return {
      ...head,
      parting: { kind: 'exception', path: 'exception', expectedValue: outcome(due), actualValue: outcome(said) },
    };
  }
  if (changes !== null && state === false) {
    return { ...head, parting: { kind: 'state', ...changedOtherwise(changes, chosen) } };
  }
  if (part === null) return { ...head, parting: null };
  return {
    ...head,
    parting: { kind: 'answer', path: part.at, expectedValue: text(part.due), actualValue: text(part.said) },
  };
}

/** Whether both raise the same, or neither raises. A name that the tool does not declare nobody can know: then any is right. */
function agreeInException({ request: { tool }, due }: TrueCall, said: Answer): boolean {
  if (due.exception === null || said.exception === null)
    return due.exception === said.exception || isSameFailure(due, said);
  const isDeclared =
    tool.effects !== undefined || tool.exceptions?.some(({ name }) => name === due.exception?.name) === true;
  return !isDeclared || due.exception.name === said.exception.name;
}

function isExact(due: Answer, said: Answer): boolean {
  if (due.exception !== null || said.exception !== null) return isDeepStrictEqual(due.exception, said.exception);
  return isDeepStrictEqual(valueOf(due.observation), valueOf(said.observation));
}

/** The first change that differs from the recorded ones; for a change of the same record, the differing property. */
function changedOtherwise(
  { missing, extra }: Difference,
  chosen: ChosenTexts,
): Pick<NonNullable<CallScore['parting']>, 'path' | 'expectedValue' | 'actualValue'> {
  for (const due of missing) {
    const said =
      extra.find((one) => isOfKind(one, due) && one.id === due.id) ??
      (due.op === 'create' ? extra.find((one) => isOfKind(one, due)) : undefined);
    const part = said === undefined ? null : recordDifference(afterOf(due), afterOf(said), chosen);
    if (part !== null)
      return {
        path: `${due.collection}[${JSON.stringify(due.id)}]${part.at.slice(1)}`,
        expectedValue: text(part.due),
        actualValue: text(part.said),
      };
  }
  const [lost] = missing;
  const counterpart = lost === undefined ? extra[0] : extra.find((one) => isOfRecord(one, lost));
  return {
    path: 'changes',
    expectedValue: told(lost),
    actualValue: told(counterpart ?? (lost === undefined ? undefined : extra[0])),
  };
}

function isOfKind(one: WorldChange, other: WorldChange): boolean {
  return one.op === other.op && one.collection === other.collection;
}

function isOfRecord(one: WorldChange, other: WorldChange): boolean {
  return one.collection === other.collection && one.id === other.id;
}

function afterOf(change: WorldChange): WorldRecord | undefined {
  return 'after' in change ? change.after : undefined;
}

function outcome({ exception }: Answer): string {
  return exception === null ? 'carried out' : `${exception.name}: ${exception.message}`;
}

function told(change: WorldChange | undefined): string {
  if (change === undefined) return 'no such change';
  const what = `${change.op} ${change.collection} "${change.id}"`;
  if (!('after' in change)) return what;
  const before = change.op === 'update' ? change.before : null;
  return `${what} ${JSON.stringify(before === null ? change.after : changedProperties(before, change.after))}`;
}

function text(value: Json | undefined): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}

/**
 * Whether one answer raises the error that the other returns, with the same message. Services report failures in either
 * way, and an agent reads the same text.
 */
function isSameFailure(one: Answer, other: Answer): boolean {
  if ((one.exception === null) === (other.exception === null)) return false;
  const words = new Set(failureWords(one));
  return failureWords(other).some((text) => words.has(text));
}

/** The possible messages of an answer's failure; empty if it reports none. */
function failureWords({ exception, observation }: Answer): string[] {
  const texts =
    exception === null
      ? errorsIn(valueOf(observation))
      : [exception.message, `${exception.name}: ${exception.message}`];
  return texts.map(plainWords).filter((text) => text !== '');
}

function errorsIn(value: Json): string[] {
  if (typeof value === 'string') return [value, value.replace(/^error: /i, '')];
  if (!isObject(value)) return [];
  const named = Object.entries(value).filter(([key]) => /^error(?:s|_?message)?$/i.test(key));
  const isFailed =
    value.success === false ||
    value.ok === false ||
    (typeof value.status === 'string' && /^(?:error|failed|failure)$/i.test(value.status));
  const told = isFailed ? [value.message, value.reason, value.detail] : [];
  return [...named.map(([, error]) => error), ...told].flatMap(textsOf);
}

function textsOf(error: Json | undefined): string[] {
  if (typeof error === 'string') return [error];
  if (Array.isArray(error)) return error.length === 1 ? textsOf(error[0]) : [];
  if (!isObject(error) || typeof error.message !== 'string') return [];
  const { message } = error;
  const names = [error.name, error.type, error.code].filter((name) => typeof name === 'string');
  return [message, ...names.map((name) => `${name}: ${message}`)];
}

function plainWords(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().replace(/\.$/, '');
}
