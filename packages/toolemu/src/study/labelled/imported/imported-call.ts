import { jsonrepair } from 'jsonrepair';
import { type Json, type JsonObject, parseJson } from '../../../contract/index.ts';
import { isObject } from '../../../world/index.ts';

/** A call of an imported dialogue, written as an object or as text. */
export interface ImportedCall {
  readonly tool: string;
  readonly input: JsonObject | string;
}

/** Reads a call from an object, with any of the field names that APIs and logs use; null if it names no tool. */
export function callFrom(value: Json | undefined): ImportedCall | null {
  if (!isObject(value)) return null;
  const called = isObject(value.function) ? value.function : value;
  const tool = [value.function, called.name, called.tool, called.tool_name, called.action].find(isName);
  if (tool === undefined) return null;
  const input = [called, value]
    .flatMap((one) => [one.args, one.arguments, one.input, one.parameters, one.action_input, one.tool_input])
    .find((one) => one !== undefined);
  return { tool, input: inputFrom(input) };
}

function isName(value: Json | undefined): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

function inputFrom(input: Json | undefined): ImportedCall['input'] {
  if (input === undefined || input === null) return {};
  if (typeof input === 'string') return input.trim() === '' ? {} : (objectIn(input) ?? input);
  return isObject(input) ? input : JSON.stringify(input);
}

const name = String.raw`^\s*(?:Action\s*:\s*)?([A-Za-z_][\w.-]*)`;

/** `Name{...}`, `Name: {...}`, `Name({...})`, `Name Input: {...}`, and `Name` with `Action Input: {...}` on the next line. */
const withObject = new RegExp(
  String.raw`${name}[\s:(]*(?:(?:Action[ _])?Input\s*:[\s(]*)?(?:\x60{3}\w*\s*)?(\{[\s\S]*\})[\s)\x60]*$`,
  'i',
);

/** `bash` with a code block below. */
const withCode = new RegExp(String.raw`${name}[\s:]*\x60{3}\w*\n?([\s\S]*?)\n?\x60{3}\s*$`);

/** `Name(...)`. */
const withArguments = new RegExp(String.raw`${name}\(([\s\S]*)\)\s*$`);

/** `click <Next page>` and `Search[opening hours]`: a call only if something answered it. */
const withTarget = new RegExp(String.raw`${name}\s?(?:<([^<>]*)>|\[([^[\]]*)\])\s*$`);

/** Reads an action as a call, in any form that published dialogues use; null if it is not a call. */
export function callIn(action: string, { isAnswered }: { isAnswered: boolean }): ImportedCall | null {
  const written = callFrom(objectIn(action) ?? undefined);
  if (written !== null) return written;
  const [, tool, input] = withObject.exec(action) ?? [];
  if (tool !== undefined && input !== undefined) return { tool, input: objectIn(input) ?? input };
  const [, called, text] = withCode.exec(action) ?? withArguments.exec(action) ?? [];
  if (called !== undefined && text !== undefined) return { tool: called, input: inputFrom(text) };
  if (!isAnswered) return null;
  const [, used, angled, bracketed] = withTarget.exec(action) ?? [];
  return used === undefined ? null : { tool: used, input: angled ?? bracketed ?? '' };
}

/** An object of JSON, or of Python with its quotes and its True, False and None. */
function objectIn(text: string): JsonObject | null {
  const trimmed = text.trim();
  if (!trimmed.startsWith('{') || !trimmed.endsWith('}')) return null;
  return parsed(trimmed) ?? repaired(trimmed);
}

function parsed(text: string): JsonObject | null {
  const value = parseJson(text);
  return isObject(value) ? value : null;
}

function repaired(text: string): JsonObject | null {
  try {
    return parsed(jsonrepair(text));
  } catch {
    return null;
  }
}
