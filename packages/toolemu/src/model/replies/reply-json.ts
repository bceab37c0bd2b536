import { jsonrepair } from 'jsonrepair';
import { isObject, type JsonObject, type JsonSchema, parseJson, stringsIn } from '../../contract/index.ts';
import { validate } from '../../world/index.ts';
import { canonicalJson } from '../recording/canonical-json.ts';
import { findObjects } from './json-objects.ts';
import { splitReasoning } from './split-reasoning.ts';

/**
 * A JSON object found in a reply. `repaired` says that the text was not JSON as it stood; `earlier` are other objects
 * before it that fit as well.
 */
export type ReplyJson =
  | {
      readonly ok: true;
      readonly value: JsonObject;
      readonly repaired: boolean;
      readonly earlier?: readonly JsonObject[];
    }
  | { readonly ok: false; readonly reason: string };

/** Conditions for the reply of a role. */
export interface ReplyShape {
  /** An object that does not match is not the reply. Without a schema every object matches. */
  readonly schema?: JsonSchema | undefined;
  /** Texts by others in the model's prompt. An object that appears in them word for word is a quote, not the reply. */
  readonly shown?: string | undefined;
}

/**
 * Reads the JSON object that is a model's reply, whatever surrounds it: prose, fences, reasoning. Only objects that fit
 * the role's schema, are not quoted from what the model was shown and are no templates count. If several differ, the
 * last one counts, provided that it ends the reply. The reply is unreadable if it is cut off, if several objects differ
 * and prose follows, if the prose that follows takes the object back, or if an object with half of the required
 * properties does not fit. Near-JSON is repaired only if the repair keeps every word. Never throws.
 */
export function readReplyJson(text: string, shape: ReplyShape = {}): ReplyJson {
  const whole = parseJson(text);
  // Some models send the object as a JSON string.
  const said = isObject(whole) ? text : splitReasoning(typeof whole === 'string' ? whole : text).said;
  const spans = isObject(whole) ? [{ start: 0, end: text.length, closed: true }] : findObjects(said);
  if (spans.some(({ closed }) => !closed)) return unreadable('the JSON object in the reply is cut off');

  const quotes = quoteFinder(shape.shown);
  const own = spans
    .map(({ start, end }) => ({ source: said.slice(start, end), after: said.slice(end) }))
    .map((candidate) => ({ ...candidate, ...readObject(candidate.source, shape.schema) }))
    .filter((candidate) => !quotes(candidate.source, 'value' in candidate ? candidate.value : undefined))
    .filter((candidate) => shape.schema === undefined || !('value' in candidate) || !isTemplate(candidate.value));
  const misfit = own.findLast((candidate) => 'problem' in candidate && isMeantAsReply(candidate, shape.schema));
  if (misfit !== undefined && 'problem' in misfit) return unreadable(misfit.problem);
  const fitting = own.flatMap((candidate) => ('value' in candidate ? [candidate] : []));
  const full = fitting.filter(({ value }) => Object.keys(value).length > 0);
  const meant = full.length > 0 ? full : fitting;
  const last = meant.at(-1);
  if (last === undefined) return unreadable(whyNone({ text, said, own, isQuoting: spans.length > own.length }));
  const earlier = meant.map(({ value }) => value).filter((value) => canonicalJson(value) !== canonicalJson(last.value));
  if (reconsiders.test(last.after)) return unreadable('the reply takes its JSON object back in the prose after it');
  if (earlier.length > 0 && last.after.replaceAll(/[`*~]+|<\/?[\w|]+>/g, '').trim() !== '')
    return unreadable('the reply holds several JSON objects that differ, and does not end with the one that counts');
  return { ok: true, value: last.value, repaired: last.repaired, ...(earlier.length === 0 ? {} : { earlier }) };
}

/** Words by which a model takes back what it has just written. */
const reconsiders =
  /\b(?:corrections?|on reflection|on second thought|i was wrong|(?:is|was|are|were) (?:wrong|incorrect|mistaken)|scratch that|disregard|wait,|actually,|but in fact)/i;

/** Whether an object only shows the shape of a reply: every text in it that is not empty is a placeholder. */
function isTemplate(value: JsonObject): boolean {
  const texts = stringsIn(value).filter((text) => text.trim() !== '');
  return texts.length > 0 && texts.every((text) => /^\s*(?:\.{3}|…|<[^<>]*>|string)\s*$/.test(text));
}

type ReadObject = { readonly value: JsonObject; readonly repaired: boolean } | { readonly problem: string };

function readObject(source: string, schema: JsonSchema | undefined): ReadObject {
  const parsed = parseJson(source);
  const value = parsed === undefined ? repair(source) : parsed;
  if (!isObject(value) || !keepsEveryWord(source, value))
    return { problem: 'the JSON object in the reply cannot be read' };
  const verdict = schema === undefined ? ({ ok: true } as const) : validate(schema, value);
  return verdict.ok ? { value, repaired: parsed === undefined } : { problem: verdict.errors.join('; ') };
}

/** Whether an object that does not fit has half of the properties that the reply must have. */
function isMeantAsReply({ source }: { readonly source: string }, schema: JsonSchema | undefined): boolean {
  const keys = schema?.['required'];
  const required = Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : [];
  const named = required.filter((key) => new RegExp(`[{,\\s"'“]${key}\\\\?["'”]?\\s*:`, 'i').test(source));
  return required.length > 0 && named.length * 2 >= required.length;
}

/** Keeps letters and digits alone: marks, escapes and white space may differ between a text and its quote. */
function bare(text: string): string {
  return text
    .replaceAll(/\\+u([0-9a-fA-F]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll(/&#?\w{1,8};|\\+[nrtbf]/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

/** Tells an object whose every property was shown, however it is written and in whatever order, from one of the model's own. */
function quoteFinder(shown: string | undefined): (source: string, value?: JsonObject) => boolean {
  if (shown === undefined) return () => false;
  let known: string | undefined;
  const isShown = (text: string): boolean => {
    const said = bare(text);
    known ??= bare(shown);
    return said !== '' && known.includes(said);
  };
  return (source, value = {}) => {
    const properties = Object.entries(value).map(([key, one]) => ({ key, said: bare(JSON.stringify(one)) }));
    const isShownInParts =
      properties.some(({ said }) => said !== '') && properties.every(({ key, said }) => isShown(`${key}${said}`));
    return isShown(source) || isShownInParts;
  };
}

function unreadable(reason: string): ReplyJson {
  return { ok: false, reason };
}

function repair(source: string): unknown {
  if (/\.\.\.|…/.test(source.replaceAll(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g, ''))) return undefined;
  const escaped = withValidEscapes(source);
  const parsed = parseJson(escaped);
  if (parsed !== undefined) {
    return parsed;
  }
  try {
    return parseJson(jsonrepair(escaped));
  } catch {
    return undefined;
  }
}

/** jsonrepair drops the backslashes of `C:\Users` and of `\d+`: they are doubled before it sees them. */
function withValidEscapes(source: string): string {
  return source.replace(/\\(["'\\/bfnrt]|u[0-9a-fA-F]{4})?/g, (escape, valid?: string) =>
    valid === undefined ? `\\${escape}` : escape,
  );
}

/** Whether a value holds every word of its source: a duplicate key, a comment or a repair can drop some. */
function keepsEveryWord(source: string, value: JsonObject): boolean {
  return letters(source) <= letters(JSON.stringify(value));
}

/** Counts letters outside of escapes and numbers, which have several spellings. */
function letters(json: string): number {
  return json
    .replaceAll(/\\(?:u[0-9a-fA-F]{4}|["\\/bfnrt])/g, '')
    .replaceAll(/\d[\d.]*(?:[eE][+-]?\d+)?/g, '')
    .replaceAll(/[^A-Za-z]/g, '').length;
}

function whyNone({
  text,
  said,
  own,
  isQuoting,
}: {
  readonly text: string;
  readonly said: string;
  readonly own: readonly ReadObject[];
  readonly isQuoting: boolean;
}): string {
  if (text.trim() === '') return 'the reply is empty';
  if (said.trim() === '') return 'the reply holds thoughts and no answer';
  const last = own.at(-1);
  if (last !== undefined && 'problem' in last) return last.problem;
  return isQuoting
    ? 'the reply only quotes a JSON object, or shows the shape of one'
    : 'the reply holds no JSON object';
}
