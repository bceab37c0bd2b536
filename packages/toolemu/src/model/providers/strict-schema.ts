import type { Json, JsonSchema } from '../../contract/index.ts';
import { isJsonObject } from '../replies/json-object.ts';

/** Whether strict structured output takes a schema: every object in it is closed and all its properties required. */
export function isStrictSchema(schema: JsonSchema): boolean {
  return isJsonObject(schema['properties']) && isStrict(schema);
}

function isStrict(schema: Json | undefined): boolean {
  if (Array.isArray(schema)) {
    return schema.every(isStrict);
  }
  if (!isJsonObject(schema)) {
    return true;
  }
  return isClosed(schema) && partsOf(schema).every(isStrict);
}

function isClosed(schema: JsonSchema): boolean {
  const types = [schema['type']].flat();
  if (!types.includes('object') && schema['properties'] === undefined) {
    return true;
  }
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const properties = isJsonObject(schema['properties']) ? Object.keys(schema['properties']) : [];
  return schema['additionalProperties'] === false && properties.every((property) => required.includes(property));
}

function partsOf(schema: JsonSchema): (Json | undefined)[] {
  const named = ['properties', '$defs', 'definitions'].flatMap((key) => {
    const group = schema[key];
    return isJsonObject(group) ? Object.values(group) : [];
  });
  return [...named, schema['items'], schema['anyOf'], schema['oneOf'], schema['allOf']];
}
