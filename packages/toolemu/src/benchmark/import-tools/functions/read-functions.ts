import type { Json, JsonObject } from '../../../contract/index.ts';
import { isObject } from '../../../world/index.ts';
import type { OfferedTool } from '../take-tools.ts';

const counts = ['minItems', 'maxItems', 'minLength', 'maxLength', 'minProperties', 'maxProperties'];

const schemaKeys = ['parameters', 'input_schema', 'inputSchema', 'parametersJsonSchema', 'parameters_json_schema'];

const outputKeys = ['outputSchema', 'output_schema', 'response', 'responseJsonSchema', 'response_json_schema'];

const known = ['type', 'function', 'name', 'description', ...schemaKeys, ...outputKeys];

const noArguments: JsonObject = { type: 'object', properties: {} };

/**
 * The functions of a list as OpenAI, Anthropic, Google or the AI SDK take it, bare, under `tools` or `functions`, or in
 * a saved request; null where there is none.
 */
export function readFunctions(value: Json): OfferedTool[] | null {
  const items = Array.isArray(value) ? value : isObject(value) ? itemsIn(value) : null;
  if (items === null) return null;
  const flat = items.flatMap(declarationsIn);
  return flat.some(isFunction) ? flat.map(offerFunction) : null;
}

function itemsIn(value: { [key: string]: Json }): Json[] | null {
  const declared = declarationsIn(value);
  if (declared[0] !== value) return declared;
  if (isFunction(value)) return [value];
  for (const list of [value.tools, value.functions]) {
    if (Array.isArray(list)) return isOurs(value) ? null : list;
    if (isObject(list)) return namedItems(list);
  }
  return namedItems(value);
}

/** Google declares several functions in one tool. */
function declarationsIn(item: Json): Json[] {
  if (!isObject(item)) return [item];
  const declared = item.functionDeclarations ?? item.function_declarations;
  return Array.isArray(declared) ? declared.map((one) => (isObject(one) ? { ...one, type: 'google' } : one)) : [item];
}

/** The AI SDK keeps tools by name. */
function namedItems(items: { [key: string]: Json }): Json[] | null {
  const entries = Object.entries(items);
  const isTool = (item: Json): boolean => isObject(item) && (isObject(item.inputSchema) || isObject(item.parameters));
  if (entries.length === 0 || !entries.some(([, item]) => isTool(item))) return null;
  return entries.map(([name, item]) => (isObject(item) ? { ...item, name } : { name, type: 'unknown' }));
}

/** Whether an object with `tools` is, or was meant as, a toolkit of ours or a case. */
function isOurs(value: { [key: string]: Json }): boolean {
  return ['category', 'collections', 'risks', 'instruction', 'name_for_model'].some((key) => key in value);
}

function isFunction(item: Json): boolean {
  if (!isObject(item)) return false;
  if (isObject(item.function)) return typeof item.function.name === 'string';
  if (typeof item.name !== 'string') return false;
  if (item.type === 'function' || item.type === 'google') return true;
  return ['parameters', 'input_schema', 'inputSchema'].some((key) => isObject(item[key]));
}

/** A function as a tool; what the provider itself carries out, or what takes no JSON, is to be left out. */
function offerFunction(item: Json, index: number): OfferedTool {
  if (!isObject(item)) return { name: `tool ${index + 1}`, value: { leftOut: 'not an object' }, dropped: [] };
  const details = isObject(item.function) ? item.function : item;
  const name = nameOf(details, item, index);
  const reason = whyNot(item, details);
  if (reason !== null) return { name, value: { leftOut: reason }, dropped: [] };
  const isGoogle = item.type === 'google';
  const output = schemaOf(details, outputKeys, isGoogle);
  return {
    name,
    value: {
      name: details.name,
      description: details.description ?? '',
      inputSchema: schemaOf(details, schemaKeys, isGoogle) ?? noArguments,
      ...(output === undefined ? {} : { outputSchema: output }),
    },
    dropped: droppedOf(details === item ? [item] : [item, details]),
  };
}

function nameOf(details: JsonObject, item: JsonObject, index: number): string {
  const name = details.name ?? item.type;
  return typeof name === 'string' && name !== '' ? name : `tool ${index + 1}`;
}

function whyNot(item: JsonObject, details: JsonObject): string | null {
  const { type } = item;
  const isNamed = typeof details.name === 'string' && details.name !== '';
  const hasSchema = schemaKeys.some((key) => isObject(details[key]));
  if (type === 'custom' && !hasSchema) return 'it takes free text, not arguments';
  if (type === 'function' || type === 'google' || hasSchema) return isNamed ? null : 'it has no name';
  if (typeof type === 'string') return `a tool of the provider's own ("${type}"), whose schema is not given`;
  return isNamed ? 'it has no schema of its arguments' : 'it is no function';
}

function schemaOf(details: JsonObject, keys: readonly string[], isGoogle: boolean): Json | undefined {
  const key = keys.find((one) => details[one] !== undefined && details[one] !== null);
  if (key === undefined) return undefined;
  const schema = details[key];
  // The AI SDK wraps a JSON Schema in an object of its own.
  if (isObject(schema) && isObject(schema.jsonSchema)) return schema.jsonSchema;
  return isGoogle && schema !== undefined && !/json_?schema/i.test(key) ? fromGoogleSchema(schema) : schema;
}

function droppedOf(parts: readonly JsonObject[]): string[] {
  return parts.flatMap((part) => Object.keys(part).filter((key) => !known.includes(key) && part[key] !== null));
}

/** Google's dialect as JSON Schema: types in small letters, `nullable` as a type, counts as numbers. */
function fromGoogleSchema(schema: Json): Json {
  if (!isObject(schema)) return schema;
  const { nullable, propertyOrdering: _order, property_ordering: _sameOrder, ...rest } = schema;
  const converted = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, convert(key, value)]));
  return nullable === true ? orNull(converted) : converted;
}

function convert(key: string, value: Json): Json {
  if (key === 'type' && typeof value === 'string') return value.toLowerCase();
  if (counts.includes(key) && typeof value === 'string') return Number(value);
  if (key === 'items') return fromGoogleSchema(value);
  if ((key === 'anyOf' || key === 'any_of') && Array.isArray(value)) return value.map(fromGoogleSchema);
  if (key !== 'properties' || !isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, fromGoogleSchema(inner)]));
}

function orNull(schema: JsonObject): JsonObject {
  if (Array.isArray(schema.enum)) schema = { ...schema, enum: [...schema.enum, null] };
  if (typeof schema.type === 'string') return { ...schema, type: [schema.type, 'null'] };
  return Array.isArray(schema.anyOf) ? { ...schema, anyOf: [...schema.anyOf, { type: 'null' }] } : schema;
}
