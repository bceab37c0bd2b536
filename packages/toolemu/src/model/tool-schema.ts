import type { Json, JsonSchema } from '../contract/index.ts';
import { isJsonObject } from './json-object.ts';

/**
 * A tool's input schema as endpoints take it: OpenAI and Google refuse an array that does not say what is in it. The
 * schema says the same as before, and a call is still validated against the one that was given.
 */
export function withItems(schema: JsonSchema): JsonSchema {
  const parts = Object.entries(schema).map(([keyword, value]): [string, Json] => [keyword, inside(keyword, value)]);
  const isOpen = [schema['type']].flat().includes('array') && schema['items'] === undefined;
  return { ...Object.fromEntries(parts), ...(isOpen ? { items: {} } : {}) };
}

const schemas = new Set(['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains']);
const lists = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
const groups = new Set(['properties', 'patternProperties', '$defs', 'definitions']);

function inside(keyword: string, value: Json): Json {
  if (schemas.has(keyword)) return one(value);
  if (lists.has(keyword) && Array.isArray(value)) return value.map(one);
  if (groups.has(keyword) && isJsonObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, one(part)]));
  }
  return value;
}

function one(value: Json): Json {
  return isJsonObject(value) ? withItems(value) : value;
}
