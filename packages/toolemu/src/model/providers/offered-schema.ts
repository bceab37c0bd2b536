import { isObject, type Json, type JsonSchema } from '../../contract/index.ts';
import { mapSubschemas, objectSchema } from '../../world/index.ts';

/**
 * Renders a tool's input schema for endpoints: an object at the top level, no boolean as the schema of a property, and
 * `items` in every array. Calls are still validated against the original schema.
 */
export function offeredSchema(schema: JsonSchema): JsonSchema {
  return withItems(objectSchema(schema));
}

/** OpenAI and Google reject an array without `items`. */
function withItems(schema: JsonSchema): JsonSchema {
  const parts = mapSubschemas(schema, (inner, place) => (isObject(inner) ? withItems(inner) : named(inner, place)));
  const isOpen = [schema['type']].flat().includes('array') && schema['items'] === undefined;
  return { ...parts, ...(isOpen ? { items: {} } : {}) };
}

/** `additionalProperties` and similar keywords may be boolean; endpoints require a schema for a property. */
function named(schema: Json, place: string): Json {
  if (typeof schema !== 'boolean' || !/^(?:properties\.|items|prefixItems|anyOf|oneOf|allOf)/.test(place))
    return schema;
  return schema ? {} : { not: {} };
}
