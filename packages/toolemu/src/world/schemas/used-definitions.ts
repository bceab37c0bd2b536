import { isObject, type Json, type JsonObject, type JsonSchema, type Tool } from '../../contract/index.ts';

const known = new WeakMap<JsonSchema, JsonSchema>();

/**
 * Removes the definitions (`$defs`, `definitions`) that nothing in a schema refers to. The result accepts the same values.
 * A definition stays if a reference may lead to it: by a pointer to it or into it, by an anchor, or by an `$id`. Returns
 * the same object if there is nothing to remove.
 */
export function withUsedDefinitions(schema: JsonSchema): JsonSchema {
  const found = known.get(schema) ?? withoutUnused(schema);
  known.set(schema, found);
  return found;
}

/** Removes unused definitions from the schemas of a tool. */
export function toolWithUsedDefinitions<TOOL extends Pick<Tool, 'inputSchema' | 'outputSchema'>>(tool: TOOL): TOOL {
  const { inputSchema, outputSchema } = tool;
  return {
    ...tool,
    inputSchema: withUsedDefinitions(inputSchema),
    ...(outputSchema === undefined ? {} : { outputSchema: withUsedDefinitions(outputSchema) }),
  };
}

function withoutUnused(schema: JsonSchema): JsonSchema {
  const references = new References();
  const waiting: Definition[] = collect(schema, references);
  if (waiting.length === 0) return schema;
  const used: UsedDefinitions = new Map();
  for (;;) {
    const at = waiting.findIndex((definition) => references.mayLeadTo(definition));
    const [definition] = at < 0 ? [] : waiting.splice(at, 1);
    if (definition === undefined) break;
    used.set(definition.group, (used.get(definition.group) ?? new Set()).add(definition.name));
    waiting.push(...collect(definition.value, references));
  }
  return waiting.length === 0 ? schema : (rebuilt(schema, used) as JsonSchema);
}

/** The used names of each group of definitions. */
type UsedDefinitions = Map<JsonObject, Set<string>>;

/** A definition with its name, in a group at any depth of a schema. */
interface Definition {
  readonly group: JsonObject;
  readonly name: string;
  readonly value: Json;
}

/** The possible targets of a schema's references. In doubt a definition counts as used. */
class References {
  private readonly names = new Set<string>();
  private anything = false;
  private marks = false;

  add(reference: string): void {
    const [base, fragment] = splitAt(reference, '#');
    // An anchor, or the `$id` of another schema.
    if (base !== '') this.names.add(base);
    if (base !== '' || (fragment !== '' && !fragment.startsWith('/'))) this.marks = true;
    const parts = fragment.split('/').map(decoded);
    for (const [index, part] of parts.entries()) {
      if (part === null || (isContainer(part) && index === parts.length - 1)) this.anything = true;
      const next = parts[index + 1];
      if (part !== null && isContainer(part) && typeof next === 'string') this.names.add(next);
    }
  }

  mayLeadTo({ name, value }: Definition): boolean {
    return this.anything || this.names.has(name) || (this.marks && isMarked(value));
  }
}

function splitAt(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return null;
  }
}

/** Whether a reference may name a part of a value without a pointer. */
function isMarked(value: Json): boolean {
  if (Array.isArray(value)) return value.some(isMarked);
  if (!isObject(value)) return false;
  return Object.entries(value).some(([key, inner]) =>
    typeof inner === 'string' ? markKeywords.has(key) : isMarked(inner),
  );
}

const markKeywords = new Set(['$anchor', '$dynamicAnchor', '$id', 'id']);
const referenceKeywords = new Set(['$ref', '$dynamicRef', '$recursiveRef']);
const listKeywords = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items']);
const groupKeywords = new Set(['properties', 'patternProperties', 'dependentSchemas', 'dependencies']);
const schemaKeywords = new Set([
  'items',
  'additionalItems',
  'additionalProperties',
  'unevaluatedItems',
  'unevaluatedProperties',
  'contains',
  'propertyNames',
  'contentSchema',
  'not',
  'if',
  'then',
  'else',
]);

function isContainer(keyword: string): boolean {
  return keyword === '$defs' || keyword === 'definitions';
}

/** Adds the references of a schema, except those in its definitions, and returns these definitions. */
function collect(schema: Json, references: References): Definition[] {
  if (!isObject(schema)) return [];
  return Object.entries(schema).flatMap(([keyword, value]): Definition[] => {
    if (isContainer(keyword) && isObject(value)) {
      return Object.entries(value).map(([name, definition]) => ({ group: value, name, value: definition }));
    }
    if (referenceKeywords.has(keyword) && typeof value === 'string') references.add(value);
    const parts = partsOf(keyword, value);
    if (parts === null) addAnywhere(value, references);
    return (parts ?? []).flatMap((part) => collect(part, references));
  });
}

/** The schemas in the value of a keyword; null for no schemas and for an unknown keyword. */
function partsOf(keyword: string, value: Json): readonly Json[] | null {
  if (groupKeywords.has(keyword) && isObject(value)) return Object.values(value);
  if (listKeywords.has(keyword) && Array.isArray(value)) return value;
  return schemaKeywords.has(keyword) && isObject(value) ? [value] : null;
}

/** Adds references outside of known schemas: in extensions, and in discriminators, whose mappings are bare pointers. */
function addAnywhere(value: Json, references: References): void {
  if (typeof value === 'string' && value.startsWith('#/')) references.add(value);
  if (Array.isArray(value)) for (const inner of value) addAnywhere(inner, references);
  if (!isObject(value)) return;
  for (const [key, inner] of Object.entries(value)) {
    if (referenceKeywords.has(key) && typeof inner === 'string') references.add(inner);
    addAnywhere(inner, references);
  }
}

/** Copies a schema with only its used definitions. */
function rebuilt(schema: Json, used: UsedDefinitions): Json {
  if (!isObject(schema)) return schema;
  const kept = Object.entries(schema).flatMap(([keyword, value]): [string, Json][] => {
    if (isContainer(keyword) && isObject(value)) {
      const definitions = Object.entries(value).filter(([name]) => used.get(value)?.has(name));
      return definitions.length === 0 ? [] : [[keyword, mapped(Object.fromEntries(definitions), used)]];
    }
    if (partsOf(keyword, value) === null) return [[keyword, value]];
    if (Array.isArray(value)) return [[keyword, value.map((part) => rebuilt(part, used))]];
    return [[keyword, groupKeywords.has(keyword) ? mapped(value as JsonObject, used) : rebuilt(value, used)]];
  });
  return Object.fromEntries(kept);
}

function mapped(group: JsonObject, used: UsedDefinitions): JsonObject {
  return Object.fromEntries(Object.entries(group).map(([name, part]) => [name, rebuilt(part, used)]));
}
