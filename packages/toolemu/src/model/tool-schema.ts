import type { Json, JsonSchema } from '../contract/index.ts';
import { isObject, mapSubschemas, objectSchema } from '../world/index.ts';

/**
 * A tool's input schema as endpoints take it: an object at the top, no yes or no in the place of a schema of a property,
 * and something said of the items of every array. A call is still validated against the schema that was given.
 */
export function offeredSchema(schema: JsonSchema): JsonSchema {
  return withItems(objectSchema(schema));
}

/** OpenAI and Google refuse an array that does not say what is in it. */
function withItems(schema: JsonSchema): JsonSchema {
  const parts = mapSubschemas(schema, (inner, place) => (isObject(inner) ? withItems(inner) : named(inner, place)));
  const isOpen = [schema['type']].flat().includes('array') && schema['items'] === undefined;
  return { ...parts, ...(isOpen ? { items: {} } : {}) };
}

/** `additionalProperties` and its kin may be true or false; for a property endpoints want a schema. */
function named(schema: Json, place: string): Json {
  if (typeof schema !== 'boolean' || !/^(?:properties\.|items|prefixItems|anyOf|oneOf|allOf)/.test(place))
    return schema;
  return schema ? {} : { not: {} };
}
