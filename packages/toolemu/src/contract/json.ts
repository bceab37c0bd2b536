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

/** The value of a JSON text, or undefined where it is none. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
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
