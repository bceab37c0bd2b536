import type { Json, JsonObject } from 'toolemu/contract';

/** Whether a value is an object, and no list. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value where it is an object; null where it is something else. */
export function objectOf(value: Json | undefined): JsonObject | null {
  return isObject(value) ? value : null;
}

/** The value of a JSON text; undefined where it is none. */
export function parsedJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** The object of a JSON text; null where it is none of an object. */
export function parsedObject(text: string): JsonObject | null {
  return objectOf(parsedJson(text));
}

/** A value as it is read: text as it stands, all else as JSON. */
export function valueText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
