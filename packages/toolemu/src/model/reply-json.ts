import { jsonrepair } from 'jsonrepair';
import type { JsonObject, JsonSchema } from '../contract/index.ts';
import { validate } from '../world/index.ts';
import { canonicalJson } from './canonical-json.ts';
import { isJsonObject, parseJson } from './json-object.ts';
import { findObjects } from './json-objects.ts';
import { splitReasoning } from './split-reasoning.ts';

/** A JSON object found in a reply; `repaired` says that the text was not JSON as it stood. */
export type ReplyJson =
  | { readonly ok: true; readonly value: JsonObject; readonly repaired: boolean }
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
 * the role's schema and are not quoted from what the model was shown count. If several differ, the last one counts,
 * provided that it ends the reply. The reply is unreadable if it is cut off, if several objects differ and prose
 * follows, or if an object with half of the required properties does not fit. Near-JSON is repaired only if the repair
 * keeps every word. Never throws.
 */
export function readReplyJson(text: string, shape: ReplyShape = {}): ReplyJson {
  const whole = parseJson(text);
  // Some models send the object as a JSON string.
  const said = isJsonObject(whole) ? text : splitReasoning(typeof whole === 'string' ? whole : text).said;
  const spans = isJsonObject(whole) ? [{ start: 0, end: text.length, closed: true }] : findObjects(said);
  if (spans.some(({ closed }) => !closed)) return unreadable('the JSON object in the reply is cut off');

  const quotes = quoteFinder(shape.shown);
  const own = spans
    .map(({ start, end }) => ({ source: said.slice(start, end), after: said.slice(end) }))
    .filter(({ source }) => !quotes(source))
    .map((candidate) => ({ ...candidate, ...readObject(candidate.source, shape.schema) }));
  const misfit = own.findLast((candidate) => 'problem' in candidate && isMeantAsReply(candidate, shape.schema));
  if (misfit !== undefined && 'problem' in misfit) return unreadable(misfit.problem);
  const fitting = own.flatMap((candidate) => ('value' in candidate ? [candidate] : []));
  const full = fitting.filter(({ value }) => Object.keys(value).length > 0);
  const meant = full.length > 0 ? full : fitting;
  const last = meant.at(-1);
  if (last === undefined) return unreadable(whyNone({ text, said, own, isQuoting: spans.length > own.length }));
  const isAlike = new Set(meant.map(({ value }) => canonicalJson(value))).size === 1;
  if (!isAlike && last.after.replaceAll('```', '').trim() !== '')
    return unreadable('the reply holds several JSON objects that differ, and does not end with the one that counts');
  return { ok: true, value: last.value, repaired: last.repaired };
}

type ReadObject = { readonly value: JsonObject; readonly repaired: boolean } | { readonly problem: string };

function readObject(source: string, schema: JsonSchema | undefined): ReadObject {
  const parsed = parseJson(source);
  const value = parsed === undefined ? repair(source) : parsed;
  if (!isJsonObject(value) || !keepsEveryWord(source, value))
    return { problem: 'the JSON object in the reply cannot be read' };
  const verdict = schema === undefined ? ({ ok: true } as const) : validate(schema, value);
  return verdict.ok ? { value, repaired: parsed === undefined } : { problem: verdict.errors.join('; ') };
}

/** Whether an object that does not fit has half of the properties that the reply must have. */
function isMeantAsReply({ source }: { readonly source: string }, schema: JsonSchema | undefined): boolean {
  const keys = schema?.['required'];
  const required = Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : [];
  const named = required.filter((key) => new RegExp(`[{,\\s"'“]${key}\\\\?["'”]?\\s*:`).test(source));
  return required.length > 0 && named.length * 2 >= required.length;
}

/** Removes white space and escapes, which may differ between a text and its quote. */
function bare(text: string): string {
  return text.replaceAll(/[\s\\]+/g, '');
}

function quoteFinder(shown: string | undefined): (source: string) => boolean {
  if (shown === undefined) return () => false;
  const known = bare(shown);
  return (source) => known.includes(bare(source));
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
  return source.replace(/\\(?:(["\\/bfnrt]|u[0-9a-fA-F]{4})|('))?/g, (escape, valid?: string, quote?: string) => {
    if (valid !== undefined) {
      return escape;
    }
    return quote ?? `\\${escape}`;
  });
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
  return isQuoting ? 'the reply only quotes a JSON object out of what it was shown' : 'the reply holds no JSON object';
}
