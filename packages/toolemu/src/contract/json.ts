import { z } from 'zod';

/** Any JSON value. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** A JSON object. */
export type JsonObject = { [key: string]: Json };

export const jsonSchema: z.ZodType<Json> = z.json();

export const jsonObjectSchema: z.ZodType<JsonObject> = z.record(z.string(), jsonSchema);

/** A JSON Schema of an object, kept as data; ajv reads it where values are validated. */
export const jsonSchemaSchema = jsonObjectSchema.describe('a JSON Schema');

export type JsonSchema = z.infer<typeof jsonSchemaSchema>;

/** Source of a CEL expression. */
export const exprSchema = z.string().min(1).describe('a CEL expression');

export type Expr = z.infer<typeof exprSchema>;

export const nameSchema = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be an identifier: letters, digits and _, not starting with a digit');

export const idSchema = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'must be letters, digits, ".", "_" or "-", starting with a letter or digit');

/** Whether a value is a JSON object: neither null nor a list. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** All values inside a JSON value that are neither objects nor lists, or the value itself if it is one. */
export function scalarsIn(value: Json): (string | number | boolean | null)[] {
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(scalarsIn) : [value];
}

/** All texts inside a JSON value, or the value itself if it is one. */
export function stringsIn(value: Json): string[] {
  return scalarsIn(value).filter((one) => typeof one === 'string');
}

/** All objects inside a value, itself included. */
export function objectsIn(value: Json | undefined): JsonObject[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn);
  return isObject(value) ? [value, ...Object.values(value).flatMap(objectsIn)] : [];
}

/** What a table of our own has under a name that others wrote: `constructor` and its like are in no table. */
export function entryOf<T>(table: { readonly [name: string]: T }, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** Levels of objects and lists inside each other in JSON that is read: what looks at a value may then recurse. */
export const maxJsonDepth = 200;

/** JSON with more levels than are read. A `SyntaxError`, since what reads JSON expects one for JSON that it cannot read. */
export class JsonTooDeep extends SyntaxError {
  override readonly name = 'JsonTooDeep';

  constructor(maxDepth = maxJsonDepth) {
    super(`it is nested more than ${maxDepth} levels deep`);
  }
}

/** Whether a value has more levels of objects and lists inside each other. Looks no deeper than that. */
export function isTooDeep(value: unknown, maxDepth = maxJsonDepth): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (maxDepth === 0) return true;
  if (Array.isArray(value)) return value.some((item) => isTooDeep(item, maxDepth - 1));
  for (const key in value) if (isTooDeep((value as Record<string, unknown>)[key], maxDepth - 1)) return true;
  return false;
}

/** The value of a JSON text. Throws `SyntaxError` where it is none, and {@link JsonTooDeep}. */
export function readJson(text: string, maxDepth = maxJsonDepth): Json {
  const value = JSON.parse(text) as Json;
  // Each level takes a character at its start and one at its end.
  if (text.length > 2 * maxDepth && isTooDeep(value, maxDepth)) throw new JsonTooDeep(maxDepth);
  return value;
}

/** The value of a JSON text, or undefined where it is none, or too deep. */
export function parseJson(text: string): Json | undefined {
  try {
    return readJson(text);
  } catch {
    return undefined;
  }
}

/** An object without its properties that are null, as models write what they leave out; any other value as it is. */
export function withoutNulls<T extends Json>(value: T): T {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== null)) as T;
}

/** An object without its properties that are undefined. */
export function definedOnly<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}

/** About how many characters a value takes as JSON. Looks no further once they are more than `limit`. */
export function sizeOfJson(value: unknown, limit = Number.POSITIVE_INFINITY): number {
  let size = 0;
  const open: unknown[] = [value];
  while (open.length > 0 && size <= limit) {
    const one = open.pop();
    if (typeof one === 'string') size += one.length + 2;
    else if (Array.isArray(one)) {
      size += one.length + 2;
      for (const item of one) open.push(item);
    } else if (typeof one === 'object' && one !== null) {
      for (const [name, inner] of Object.entries(one)) {
        size += name.length + 4;
        open.push(inner);
      }
    } else size += 5;
  }
  return size;
}
