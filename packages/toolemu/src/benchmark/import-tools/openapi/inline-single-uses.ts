import type { Json, JsonObject, JsonSchema } from '../../../contract/index.ts';
import { isObject, mapSubschemas } from '../../../world/index.ts';
import { isAnnotation } from './modern-schema.ts';

const prefix = '#/$defs/';

/** Definitions that the tools of one document share, by their names. */
export interface SharedDefinitions {
  /** The name for each location of the document, for requests and for responses. */
  readonly names: Map<string, string>;
  readonly definitions: Map<string, Json>;
  /** The sets of definitions that schemas need, keyed by their names. */
  readonly groups: Map<string, JsonObject>;
}

/** Maximum depth at which definitions replace their references: ajv recurses too deeply into longer chains. */
const maxDepth = 12;

/**
 * Puts a definition in the place of its reference where that is the only one. What is used more than once or leads back
 * to itself stays in `$defs`, so that a schema is never longer than the definitions it needs.
 */
export function inlineSingleUses(whole: JsonObject, definitions: ReadonlyMap<string, Json>): JsonSchema {
  const schema = unwrapped(whole, definitions);
  const uses = countUses(schema, definitions);
  const kept = new Map<string, Json>();

  const waiting: string[] = [];

  const placeAt =
    (depth: number) =>
    (inner: Json): Json =>
      isObject(inner) ? placeObject(inner, depth) : inner;

  const placeObject = (inner: JsonObject, depth: number): JsonObject => {
    const { $ref, ...own } = mapSubschemas(inner, placeAt(depth));
    const name = definitionOf(inner);
    if (name === undefined) return $ref === undefined ? own : { $ref, ...own };
    const definition = definitions.get(name) ?? {};
    const isSingle = uses.get(name) === 1 && depth < maxDepth;
    if (isSingle && isObject(definition) && Object.keys(own).every(isAnnotation)) {
      return merged(placeObject(definition, depth + 1), own);
    }
    if (!kept.has(name)) {
      kept.set(name, {});
      waiting.push(name);
    }
    return { $ref: `${prefix}${name}`, ...own };
  };

  const placed = placeObject(schema, 0);
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    kept.set(name, placeAt(0)(definitions.get(name) ?? {}));
  }
  return kept.size === 0 ? placed : { ...placed, $defs: Object.fromEntries(kept) };
}

/** A schema with the original definitions that it needs: tools that need the same ones share them. */
export function reachedFrom(whole: JsonObject, { definitions, groups }: SharedDefinitions): JsonSchema {
  const schema = unwrapped(whole, definitions);
  const names = [...countUses(schema, definitions).keys()].toSorted();
  if (names.length === 0) return schema;
  const key = names.join('\n');
  const group = groups.get(key) ?? Object.fromEntries(names.map((name) => [name, definitions.get(name) ?? {}]));
  groups.set(key, group);
  return { ...schema, $defs: group };
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
  const waiting: Json[] = [schema];
  const count = (value: Json): Json => {
    if (!isObject(value)) return value;
    const name = definitionOf(value);
    if (name !== undefined) {
      const before = uses.get(name) ?? 0;
      uses.set(name, before + 1);
      if (before === 0) waiting.push(definitions.get(name) ?? {});
    }
    return mapSubschemas(value, count);
  };
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) count(next);
  return uses;
}

function definitionOf({ $ref }: JsonObject): string | undefined {
  return typeof $ref === 'string' && $ref.startsWith(prefix) ? $ref.slice(prefix.length) : undefined;
}
