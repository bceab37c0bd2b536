import { isObject, type Json, type JsonObject, type JsonSchema } from '../../contract/index.ts';
import { resolvePointer } from './json-pointer.ts';

/** Schemas that apply to one value at once: its own, those it refers to, and their parts and alternatives. */
export const maxSchemasPerValue = 10_000;

/** Schemas that apply to the values along one path through a value, such as `order.items[0].price`. */
export const maxSchemasPerPath = 1_000_000;

/** A schema whose references multiply: to hold a value against it could take forever. */
export class SchemaTooLarge extends Error {
  override readonly name = 'SchemaTooLarge';
}

/**
 * How many parts a schema has once its references are followed: Infinity where it is recursive, or where a reference is no
 * pointer. Looks at each part once. Throws {@link SchemaTooLarge} for a schema that is small as a text, and whose
 * references make one value be held against too many schemas.
 */
export function measureSchema(schema: JsonSchema): number {
  const follow = createFollow(schema);
  const perValue = expansionOf(schema, (part) => each([...follow(part), ...partsInPlace(part)]));
  refuse(perValue.size, maxSchemasPerValue, 'one value would be held against');
  const perPath = expansionOf(schema, (part) => [
    ...each([...follow(part), ...partsInPlace(part)]),
    ...partsInside(part),
  ]);
  refuse(perPath.size, maxSchemasPerPath, 'the values inside each other would be held against');
  const { size, isRecursive } = expansionOf(schema, (part) => each([...follow(part), ...partsOf(part)]));
  return isRecursive || hasOtherReferences(schema) ? Infinity : size;
}

function refuse(schemas: number, maxSchemas: number, what: string): void {
  if (schemas <= maxSchemas) return;
  const limit = maxSchemas.toLocaleString('en-US');
  throw new SchemaTooLarge(`${what} more than ${limit} schemas: its references, allOf, anyOf or oneOf multiply`);
}

/** Whether a schema refers to anything by another way than a pointer: where that leads is not followed here. */
function hasOtherReferences(schema: JsonSchema): boolean {
  return /"\$(?:ref":"(?!#(?:\/|"))|dynamicRef"|recursiveRef")/.test(JSON.stringify(schema));
}

type Part = JsonObject | Json[];

/** The target of a part's reference, if it has one. */
function createFollow(root: JsonSchema): (part: Part) => Part[] {
  const targets = new Map<string, Json | undefined>();
  return (part) => {
    if (Array.isArray(part) || typeof part.$ref !== 'string') return [];
    if (!targets.has(part.$ref)) targets.set(part.$ref, resolvePointer(root, part.$ref));
    return partsAmong([targets.get(part.$ref)]);
  };
}

function partsAmong(values: readonly (Json | undefined)[]): Part[] {
  return values.filter((value): value is Part => typeof value === 'object' && value !== null);
}

const lists = ['allOf', 'anyOf', 'oneOf'];
const single = ['not', 'if', 'then', 'else'];
const maps = ['dependentSchemas', 'dependencies'];

/** The schemas in a part that apply to the same value as it does. */
function partsInPlace(part: Part): Part[] {
  if (Array.isArray(part)) return [];
  return partsAmong([
    ...lists.flatMap((keyword) => part[keyword] ?? []),
    ...single.map((keyword) => part[keyword]),
    ...maps.flatMap((keyword) => (isObject(part[keyword]) ? Object.values(part[keyword]) : [])),
  ]);
}

const inside = ['items', 'additionalItems', 'contains', 'additionalProperties', 'propertyNames'];
const unevaluated = ['unevaluatedItems', 'unevaluatedProperties'];

/** The schemas in a part that apply to values inside its own, in groups of which one applies to each value. */
function partsInside(part: Part): (readonly Part[])[] {
  if (Array.isArray(part)) return [];
  const { properties, patternProperties, prefixItems } = part;
  return [
    isObject(properties) ? partsAmong(Object.values(properties)) : [],
    Array.isArray(prefixItems) ? partsAmong(prefixItems) : [],
    ...each(isObject(patternProperties) ? partsAmong(Object.values(patternProperties)) : []),
    ...each(partsAmong([...inside, ...unevaluated].flatMap((keyword) => part[keyword] ?? []))),
  ];
}

/** Parts that all apply, each in a group of its own. */
function each(parts: readonly Part[]): (readonly Part[])[] {
  return parts.map((part) => [part]);
}

/** Everything in a part but its definitions, which count where they are referred to. */
function partsOf(part: Part): Part[] {
  if (Array.isArray(part)) return partsAmong(part);
  return partsAmong(
    Object.entries(part).map(([keyword, value]) =>
      (keyword === '$defs' || keyword === 'definitions') && isObject(value) ? undefined : value,
    ),
  );
}

interface Expansion {
  readonly size: number;
  readonly isRecursive: boolean;
}

interface Visit {
  readonly part: Part;
  readonly groups: readonly (readonly Part[])[];
  readonly next: readonly Part[];
  at: number;
  readonly index: number;
  low: number;
}

/**
 * How many parts there are below a part where each is counted as often as it is reached, and of each group the largest.
 * Parts that reach each other count once
 * (Tarjan's strongly connected components, without recursion).
 */
function expansionOf(root: Part, groupsOf: (part: Part) => readonly (readonly Part[])[]): Expansion {
  const visits = new Map<Part, Visit>();
  const sizes = new Map<Part, number>();
  const open: Visit[] = [];
  const path: Visit[] = [];
  let isRecursive = false;
  const enter = (part: Part): void => {
    const groups = groupsOf(part);
    const visit = { part, groups, next: groups.flat(), at: 0, index: visits.size, low: visits.size };
    visits.set(part, visit);
    open.push(visit);
    path.push(visit);
  };
  enter(root);
  for (let visit = path.at(-1); visit !== undefined; visit = path.at(-1)) {
    const next = visit.next[visit.at];
    if (next !== undefined) {
      visit.at += 1;
      const known = visits.get(next);
      if (known === undefined) enter(next);
      else if (!sizes.has(next)) {
        isRecursive = true;
        visit.low = Math.min(visit.low, known.index);
      }
      continue;
    }
    path.pop();
    const parent = path.at(-1);
    if (parent !== undefined) parent.low = Math.min(parent.low, visit.low);
    if (visit.low === visit.index) close(open.splice(open.lastIndexOf(visit)), sizes);
  }
  return { size: sizes.get(root) ?? 0, isRecursive };
}

function close(component: readonly Visit[], sizes: Map<Part, number>): void {
  const sizeOf = (part: Part): number => sizes.get(part) ?? 0;
  const size = component.reduce(
    (sum, { groups }) =>
      sum +
      1 +
      groups.reduce((inner, group) => inner + group.reduce((largest, part) => Math.max(largest, sizeOf(part)), 0), 0),
    0,
  );
  for (const { part } of component) sizes.set(part, size);
}
