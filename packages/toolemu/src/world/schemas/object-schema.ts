import { isObject, type Json, type JsonObject, type JsonSchema } from '../../contract/index.ts';
import { resolvePointer } from './json-pointer.ts';
import { measureSchema } from './schema-bounds.ts';

/**
 * Renders the input of a tool for endpoints and MCP clients: `type: object` at the top level, without a reference, a
 * choice or a rule about the whole object there. Alternatives become one object with all properties, and the description
 * says which of them belong together. Every value that fits the input fits the result; calls are validated against the
 * input itself. Throws `SchemaTooLarge`.
 */
export function objectSchema(schema: JsonSchema): JsonSchema {
  if (isPlainObject(schema)) return schema;
  measureSchema(schema);
  const merged = merge(schema, schema, new Set());
  const names = Object.entries(schema).filter(([keyword]) => keptKeywords.has(keyword));
  const description = descriptionOf(schema, merged);
  return {
    type: 'object',
    ...(description === '' ? {} : { description }),
    properties: merged.properties,
    ...(merged.required.length === 0 ? {} : { required: [...merged.required] }),
    ...(merged.others === undefined ? {} : { additionalProperties: merged.others }),
    ...Object.fromEntries(names),
  };
}

/** Keywords that stay unchanged at the top level. */
const keptKeywords = new Set(['$schema', '$id', '$defs', 'definitions', 'title', 'examples', 'patternProperties']);

const refused = ['$ref', '$dynamicRef', 'allOf', 'anyOf', 'const', 'else', 'enum', 'if', 'not', 'oneOf', 'then'];

function isPlainObject(schema: JsonSchema): boolean {
  return schema.type === 'object' && !refused.some((keyword) => keyword in schema);
}

/** An object schema, merged with its reference and its parts. */
interface MergedSchema {
  readonly properties: JsonObject;
  readonly required: readonly string[];
  /** Rule for other properties; undefined if any are allowed. */
  readonly others: Json | undefined;
  readonly description: string | undefined;
  /** The required properties of each alternative; empty without alternatives. */
  readonly alternatives: readonly (readonly string[])[];
}

const nothing: MergedSchema = {
  properties: {},
  required: [],
  others: undefined,
  description: undefined,
  alternatives: [],
};

function merge(schema: Json | undefined, root: JsonSchema, within: ReadonlySet<Json>): MergedSchema {
  if (!isObject(schema) || within.has(schema)) return nothing;
  const inside = new Set([...within, schema]);
  const mergeInner = (inner: Json | undefined): MergedSchema => merge(inner, root, inside);
  const { $ref, allOf } = schema;
  const target = typeof $ref === 'string' ? [resolvePointer(root, $ref)] : [];
  const parts = [ownOf(schema), ...target.map(mergeInner), ...listIn(allOf).map(mergeInner)];
  const choices = ['anyOf', 'oneOf'].flatMap((keyword) => {
    const branches = listIn(schema[keyword]).filter((branch) => mayBeObject(branch, root));
    return branches.length === 0 ? [] : [either(branches.map(mergeInner))];
  });
  return [...parts, ...choices].reduce(both, nothing);
}

function listIn(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}

/** No call can use alternatives of other types. */
function mayBeObject(branch: Json, root: JsonSchema): boolean {
  if (!isObject(branch)) return branch !== false;
  const target = typeof branch.$ref === 'string' ? resolvePointer(root, branch.$ref) : undefined;
  const type = branch.type ?? (isObject(target) ? target.type : undefined);
  return type === undefined || [type].flat().includes('object');
}

function ownOf({
  properties,
  patternProperties,
  required,
  additionalProperties,
  description,
}: JsonObject): MergedSchema {
  return {
    properties: isObject(properties) ? properties : {},
    required: listIn(required).filter((name) => typeof name === 'string'),
    others: patternProperties === undefined && additionalProperties !== true ? additionalProperties : undefined,
    description: typeof description === 'string' ? description : undefined,
    alternatives: [],
  };
}

/** Combines two parts that both apply. */
function both(a: MergedSchema, b: MergedSchema): MergedSchema {
  return {
    properties: combined(a.properties, b.properties, 'allOf'),
    required: [...new Set([...a.required, ...b.required])],
    others: othersBeside(a, b) ?? othersBeside(b, a),
    description: a.description ?? b.description,
    alternatives: a.alternatives.length === 0 ? b.alternatives : a.alternatives,
  };
}

/** A rule about other properties applies to both parts if it does not affect a property that the other part names. */
function othersBeside(a: MergedSchema, b: MergedSchema): Json | undefined {
  return Object.keys(b.properties).every((name) => Object.hasOwn(a.properties, name)) ? a.others : undefined;
}

/** Combines alternatives of which one applies. */
function either(branches: readonly MergedSchema[]): MergedSchema {
  const [first = nothing, ...rest] = branches;
  if (rest.length === 0) return first;
  const properties = rest.reduce((all, { properties: more }) => combined(all, more, 'anyOf'), first.properties);
  const isClosed = branches.every(({ others }) => others === false);
  return {
    properties,
    required: first.required.filter((name) => rest.every(({ required }) => required.includes(name))),
    others: isClosed ? false : undefined,
    description: undefined,
    alternatives: branches.map(({ required }) => required),
  };
}

function combined(a: JsonObject, b: JsonObject, keyword: 'allOf' | 'anyOf'): JsonObject {
  const all: JsonObject = { ...a };
  for (const [name, schema] of Object.entries(b)) {
    const known = Object.hasOwn(all, name) ? all[name] : undefined;
    all[name] = known === undefined ? schema : joined(known, schema, keyword);
  }
  return all;
}

function joined(a: Json, b: Json, keyword: 'allOf' | 'anyOf'): Json {
  const parts = isObject(a) && Array.isArray(a[keyword]) && Object.keys(a).length === 1 ? a[keyword] : [a];
  const text = JSON.stringify(b);
  if (parts.some((part) => JSON.stringify(part) === text)) return a;
  return { [keyword]: [...parts, b] };
}

function descriptionOf({ description }: JsonSchema, merged: MergedSchema): string {
  const own = typeof description === 'string' ? description : (merged.description ?? '');
  const sets = merged.alternatives.map((names) => names.filter((name) => !merged.required.includes(name)));
  if (sets.length < 2 || sets.some((names) => names.length === 0)) return own;
  const listed = [...new Set(sets.map((names) => names.map((name) => JSON.stringify(name)).join(' and ')))];
  if (listed.length < 2) return own;
  const rule = `Give one of these: ${listed.join('; or ')}.`;
  return own === '' ? rule : `${own} ${rule}`;
}
