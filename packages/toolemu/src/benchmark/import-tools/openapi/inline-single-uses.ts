import type { Json, JsonObject, JsonSchema } from '../../../contract/index.ts';
import { isObject, mapSubschemas } from '../../../world/index.ts';
import { isAnnotation } from './modern-schema.ts';

const prefix = '#/$defs/';

/**
 * Puts a definition in the place of its reference where that is the only one. What is used more than once or leads back
 * to itself stays in `$defs`, so that a schema is never longer than the definitions it needs.
 */
export function inlineSingleUses(whole: JsonObject, definitions: ReadonlyMap<string, Json>): JsonSchema {
  const schema = unwrapped(whole, definitions);
  const uses = countUses(schema, definitions);
  const kept = new Map<string, Json>();

  const place = (inner: Json): Json => (isObject(inner) ? placeObject(inner) : inner);

  const placeObject = (inner: JsonObject): JsonObject => {
    const { $ref, ...own } = mapSubschemas(inner, place);
    const name = definitionOf(inner);
    if (name === undefined) return $ref === undefined ? own : { $ref, ...own };
    const definition = definitions.get(name) ?? {};
    if (uses.get(name) === 1 && isObject(definition) && Object.keys(own).every(isAnnotation)) {
      return merged(place(definition), own);
    }
    keep(name, definition);
    return { $ref: `${prefix}${name}`, ...own };
  };

  const keep = (name: string, definition: Json): void => {
    if (kept.has(name)) return;
    kept.set(name, {});
    kept.set(name, place(definition));
  };

  const placed = placeObject(schema);
  return kept.size === 0 ? placed : { ...placed, $defs: Object.fromEntries(kept) };
}

/** A schema that is a reference as what it refers to, for readers look at the type of the whole. */
function unwrapped(whole: JsonObject, definitions: ReadonlyMap<string, Json>): JsonObject {
  const passed = new Set<string>();
  let schema = whole;
  for (let name = definitionOf(schema); name !== undefined && !passed.has(name); name = definitionOf(schema)) {
    passed.add(name);
    const { $ref: _reference, ...own } = schema;
    const definition = definitions.get(name);
    if (!isObject(definition) || !Object.keys(own).every(isAnnotation)) break;
    schema = { ...definition, ...own };
  }
  return schema;
}

function merged(definition: Json, own: JsonObject): JsonObject {
  return isObject(definition) ? { ...definition, ...own } : own;
}

/** How often each definition is referred to, from those that are reached; more than once counts what leads to itself. */
function countUses(schema: JsonObject, definitions: ReadonlyMap<string, Json>): Map<string, number> {
  const uses = new Map<string, number>();
  const count = (value: Json): Json => {
    if (!isObject(value)) return value;
    const name = definitionOf(value);
    if (name !== undefined) {
      const before = uses.get(name) ?? 0;
      uses.set(name, before + 1);
      if (before === 0) count(definitions.get(name) ?? {});
    }
    return mapSubschemas(value, count);
  };
  count(schema);
  return uses;
}

function definitionOf({ $ref }: JsonObject): string | undefined {
  return typeof $ref === 'string' && $ref.startsWith(prefix) ? $ref.slice(prefix.length) : undefined;
}
