import { z } from 'zod';
import type { Json } from '../../../contract/index.ts';
import { isObject } from '../../../world/index.ts';

/** Any value in place of a text of published logs: null if it is empty. */
export const importedTextSchema = z
  .unknown()
  .optional()
  .transform((value) => importedText(value as Json | undefined));

/** A text, the parts of a message without their thoughts, or any other value as JSON. */
export function importedText(value: Json | undefined): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string') return value;
  const parts = Array.isArray(value) ? value : [value];
  if (!parts.every(isPart)) return JSON.stringify(value);
  const texts = parts.filter((part) => !isThought(part)).map(textOfPart);
  return texts.length === 0 ? null : texts.join('\n');
}

/** The thoughts in the parts of a message. */
export function importedThoughts(value: Json | undefined): string | null {
  const thoughts = (Array.isArray(value) ? value : []).filter((part) => isPart(part) && isThought(part));
  return thoughts.length === 0 ? null : thoughts.map(textOfPart).join('\n');
}

/** A part of a message is a text, or an object with a type or with only its text. */
function isPart(value: Json): boolean {
  if (typeof value === 'string') return true;
  if (!isObject(value)) return false;
  if (typeof value.type === 'string') return textIn(value) !== null || isThought(value);
  return Object.keys(value).length === 1 && textIn(value) !== null;
}

function isThought(value: Json): boolean {
  return isObject(value) && typeof value.type === 'string' && /think|reason/i.test(value.type);
}

function textOfPart(value: Json): string {
  return typeof value === 'string' ? value : isObject(value) ? (textIn(value) ?? '') : '';
}

function textIn(part: Readonly<Record<string, Json>>): string | null {
  const text = [part.text, part.content, part.thinking].find((one) => typeof one === 'string');
  return typeof text === 'string' ? text : null;
}
