import { jsonrepair } from 'jsonrepair';
import type { JsonObject } from '../contract/index.ts';
import { isJsonObject, parseJson } from './json-object.ts';

/** A JSON object found in a reply; `repaired` says that the text was not JSON as it stood. */
export type ReplyJson =
  | { readonly ok: true; readonly value: JsonObject; readonly repaired: boolean }
  | { readonly ok: false; readonly reason: string };

/**
 * Reads the first JSON object of a reply, whatever stands around it: prose, fences, thoughts before it. Repairs what is
 * nearly JSON. Never throws.
 */
export function readReplyJson(text: string): ReplyJson {
  const whole = parseJson(text);
  if (isJsonObject(whole)) {
    return { ok: true, value: whole, repaired: false };
  }
  // Some models send the object as a JSON string.
  const spoken = withoutThoughts(typeof whole === 'string' ? whole : text);
  const candidates = objectsIn(spoken);
  return (
    firstObject(candidates, ({ source }) => parseJson(source)) ??
    firstObject(candidates, ({ source }) => repair(source)) ?? {
      ok: false,
      reason: reasonFor({ text, spoken, candidates }),
    }
  );
}

/** A stretch of text that looks like an object. `closed` says whether its braces balance. */
interface Candidate {
  readonly source: string;
  readonly closed: boolean;
}

const openingThoughts = /^\s*<(think|thinking|thought|reasoning)>/i;

/** Reasoning models think aloud first; the templates of some leave the opening tag out. */
function withoutThoughts(text: string): string {
  const tag = openingThoughts.exec(text)?.[1] ?? 'think(?:ing)?';
  const end = new RegExp(`</${tag}>`, 'i').exec(text);
  if (end === null) {
    return openingThoughts.test(text) ? '' : text;
  }
  const isInObject = objectsIn(text).some(({ source, closed }) => closed && source.includes(end[0]));
  const isThought = openingThoughts.test(text) || !isInObject;
  return isThought ? text.slice(end.index + end[0].length) : text;
}

const objectStart = /\{\s*(?:\\?["'“”}]|[A-Za-z_$][\w$]*\s*:)/g;

/** What looks like an object in a text, from left to right; the last may be cut off. */
function objectsIn(text: string): Candidate[] {
  const candidates: Candidate[] = [];
  objectStart.lastIndex = 0;
  for (let start = objectStart.exec(text); start !== null; start = objectStart.exec(text)) {
    const end = endOfObject(text, start.index);
    if (end === null) {
      candidates.push({ source: text.slice(start.index), closed: false });
      break;
    }
    candidates.push({ source: text.slice(start.index, end), closed: true });
    objectStart.lastIndex = end;
  }
  return candidates;
}

/** Where the braces that open at `start` balance, or null where they never do. Braces in strings don't count. */
function endOfObject(text: string, start: number): number | null {
  let depth = 0;
  let inString = false;
  for (let index = start; index < text.length; index += 1) {
    const letter = text[index];
    if (letter === '\\') {
      index += 1;
    } else if (letter === '"') {
      inString = !inString;
    } else if (!inString && (letter === '{' || letter === '}')) {
      depth += letter === '{' ? 1 : -1;
      if (depth === 0) {
        return index + 1;
      }
    }
  }
  return null;
}

/** The first candidate that reads as an object; an empty one only where there is no other. */
function firstObject(candidates: readonly Candidate[], read: (candidate: Candidate) => unknown): ReplyJson | null {
  let empty: ReplyJson | null = null;
  for (const candidate of candidates) {
    const value = read(candidate);
    if (isJsonObject(value)) {
      const found: ReplyJson = { ok: true, value, repaired: !isJsonObject(parseJson(candidate.source)) };
      if (Object.keys(value).length > 0) {
        return found;
      }
      empty ??= found;
    }
  }
  return empty;
}

function repair(source: string): unknown {
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

function reasonFor({
  text,
  spoken,
  candidates,
}: {
  readonly text: string;
  readonly spoken: string;
  readonly candidates: readonly Candidate[];
}): string {
  if (text.trim() === '') {
    return 'the reply is empty';
  }
  if (candidates.length === 0) {
    return spoken.trim() === '' ? 'the reply holds thoughts and no answer' : 'the reply holds no JSON object';
  }
  return candidates.some(({ closed }) => !closed)
    ? 'the JSON object in the reply is cut off'
    : 'the JSON object in the reply cannot be read';
}
