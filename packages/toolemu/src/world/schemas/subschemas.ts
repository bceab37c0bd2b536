import { isObject, type Json, type JsonObject } from '../../contract/index.ts';

const single = new Set([
  'additionalItems',
  'additionalProperties',
  'contains',
  'contentSchema',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
]);
const lists = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items']);
const maps = new Set(['$defs', 'definitions', 'dependencies', 'dependentSchemas', 'patternProperties', 'properties']);

/**
 * Maps each schema directly inside a schema; data and text stay unchanged. `place` is the path of the inner schema, as in
 * `properties.name` or `anyOf[1]`.
 */
export function mapSubschemas(schema: JsonObject, change: (subschema: Json, place: string) => Json): JsonObject {
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      if (lists.has(keyword) && Array.isArray(value)) {
        return [keyword, value.map((inner, index) => change(inner, `${keyword}[${index}]`))];
      }
      if (single.has(keyword)) return [keyword, change(value, keyword)];
      if (!maps.has(keyword) || !isObject(value)) return [keyword, value];
      const changed = Object.entries(value).map(([name, inner]) =>
        // `dependencies` may also contain lists of property names.
        Array.isArray(inner) ? [name, inner] : [name, change(inner, `${keyword}.${name}`)],
      );
      return [keyword, Object.fromEntries(changed)];
    }),
  );
}
