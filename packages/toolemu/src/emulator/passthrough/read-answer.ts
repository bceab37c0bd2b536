import { z } from 'zod';
import { type Json, readJson } from '../../contract/index.ts';
import { observedError } from '../../world/index.ts';
import type { RealAnswer } from './real-tools.ts';

/** The result of a `tools/call`: what is not known of its contents is told by their type. */
export const callResultSchema = z.looseObject({
  content: z.array(z.looseObject({ type: z.string() })).default([]),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().optional(),
});

export type CallResult = z.infer<typeof callResultSchema>;

/** Characters of an answer that are kept, at most. */
export const longestAnswer = 50_000;
/** Levels of a value that is kept as such, at most. */
const deepest = 64;

/** The exception by which an error that a real tool reports is known. */
const errorName = 'ToolException';

/**
 * A result as an agent sees it: structured content as JSON, else the texts joined; what is neither is named. An error of
 * the tool's is an exception. What is longer than {@link longestAnswer} is cut, and says so.
 */
export function readAnswer({ content, structuredContent, isError }: CallResult): RealAnswer {
  if (isError === true) return raisedAnswer(textOf(content));
  if (structuredContent === undefined || structuredContent === null) return observed(textOf(content));
  const structured = jsonText(structuredContent);
  const others = content.filter(({ type }) => type !== 'text').map(partText);
  return observed([structured, ...others].join('\n'));
}

/** An answer that is an error. */
export function raisedAnswer(said: string): RealAnswer {
  const message = bounded(said);
  return { exception: { name: errorName, message }, observation: observedError(errorName, message) };
}

function observed(said: string): RealAnswer {
  const text = bounded(said);
  const json = valueIn(text);
  return { exception: null, observation: json === undefined ? { text } : { text, json } };
}

function textOf(content: CallResult['content']): string {
  return content.map(partText).join('\n');
}

function partText(part: CallResult['content'][number]): string {
  const { type, text, data, mimeType, uri, resource } = part;
  if (type === 'text' && typeof text === 'string') return text;
  if (type === 'resource_link') return `[link to ${name(uri)}]`;
  if (type === 'resource' && resource !== null && typeof resource === 'object') return resourceText(resource);
  return typeof data === 'string' ? unshown(type, mimeType, data) : `[${type}, not shown]`;
}

function resourceText(resource: object): string {
  const { uri, text, blob, mimeType } = resource as Readonly<Record<string, unknown>>;
  if (typeof text === 'string') return `[resource ${name(uri)}]\n${text}`;
  return unshown(`resource ${name(uri)}`, mimeType, typeof blob === 'string' ? blob : '');
}

function unshown(what: string, mimeType: unknown, base64: string): string {
  const bytes = Math.floor((base64.replace(/=+$/, '').length * 3) / 4);
  return `[${what}${typeof mimeType === 'string' ? ` of type ${mimeType}` : ''}, ${bytes} bytes, not shown]`;
}

function name(value: unknown): string {
  return typeof value === 'string' ? value : 'no address';
}

function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) return '[structured content, nested too deeply, not shown]';
    throw error;
  }
}

function bounded(text: string): string {
  const whole = text.toWellFormed();
  if (whole.length <= longestAnswer) return whole;
  const kept = whole.slice(0, longestAnswer).toWellFormed();
  return `${kept}\n[cut here: ${whole.length - longestAnswer} of ${whole.length} characters are left out]`;
}

/** The value of a text that is JSON and not nested beyond use. */
function valueIn(text: string): Json | undefined {
  try {
    return readJson(text, deepest);
  } catch {
    return undefined;
  }
}
