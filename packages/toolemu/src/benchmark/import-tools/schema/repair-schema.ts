import { entryOf, type Json, type JsonObject } from '../../../contract/index.ts';
import { isObject, mapSubschemas } from '../../../world/index.ts';
import { toJavaScriptPattern } from './javascript-pattern.ts';

/** A change at a path of a schema, described in a sentence. */
export interface SchemaRepair {
  /** Path, as in `properties.unit`; empty at the top level. */
  readonly place: string;
  readonly text: string;
}

/** Repaired definitions, keyed by the originals: tools of one source share them. */
export type RepairedDefinitions = WeakMap<JsonObject, RepairedSchema>;

interface RepairedSchema {
  readonly schema: JsonObject;
  readonly repairs: readonly SchemaRepair[];
}

/**
 * Rewrites a schema in the keywords of JSON Schema 2020-12, or of draft-07 if its `$schema` names that draft or an older
 * one. Replaces older keywords, patterns of other languages, and values of another type than the schema names by their
 * clear meaning. Valid parts stay unchanged.
 */
export function repairSchema(given: JsonObject, known: RepairedDefinitions = new WeakMap()): RepairedSchema {
  const draft = typeof given.$schema === 'string' && /draft-0[4-7]/.test(given.$schema) ? 'draft-07' : '2020-12';
  const { $defs, ...own } = given;
  if (!isObject($defs)) return repairPart(given, draft);
  const body = repairPart(own, draft);
  const group = known.get($defs) ?? repairGroup($defs, draft);
  known.set($defs, group);
  const repairs = [...body.repairs, ...group.repairs];
  return repairs.length === 0
    ? { schema: given, repairs }
    : { schema: { ...body.schema, $defs: group.schema }, repairs };
}

/** Repairs definitions, each at its path. */
function repairGroup(definitions: JsonObject, draft: Draft): RepairedSchema {
  const { schema, repairs } = repairPart({ $defs: definitions }, draft);
  const group = schema.$defs;
  return { schema: repairs.length > 0 && isObject(group) ? group : definitions, repairs };
}

function repairPart(schema: JsonObject, draft: Draft): RepairedSchema {
  const repairs = new Map<string, SchemaRepair>();
  const repair = (value: Json, place: string): Json => {
    if (!isObject(value)) return value;
    const note = (text: string): void => void repairs.set(`${place}\n${text}`, { place, text });
    const own = steps.reduce((current, step) => step(current, { note, draft }), value);
    return mapSubschemas(own, (inner, at) => repair(inner, joinPlace(place, at)));
  };
  const repaired = repair(schema, '') as JsonObject;
  return repairs.size === 0 ? { schema, repairs: [] } : { schema: repaired, repairs: [...repairs.values()] };
}

/** Joins a path with a path inside it. */
export function joinPlace(outer: string, inner: string): string {
  if (outer === '' || inner === '') return outer + inner;
  return inner.startsWith('[') ? outer + inner : `${outer}.${inner}`;
}

interface StepContext {
  readonly note: (text: string) => void;
  readonly draft: Draft;
}

type Draft = 'draft-07' | '2020-12';

type Step = (schema: JsonObject, context: StepContext) => JsonObject;

const steps: readonly Step[] = [
  withoutNulls,
  withoutEmptyLists,
  withAnchor,
  withKnownTypes,
  withNullable,
  withNumbers,
  withLimits,
  withTuple,
  withMultiple,
  withRequiredList,
  withRequiredProperties,
  withoutInvalidKeywords,
  withPatterns,
  withTypedValues,
  withChoicesOnce,
];

/** Keywords whose value may be null. */
const nullable = new Set(['const', 'default', 'example']);

/** Some libraries write unset keywords as null. */
function withoutNulls(schema: JsonObject, { note }: StepContext): JsonObject {
  const unset = Object.keys(schema).filter((keyword) => schema[keyword] === null && !nullable.has(keyword));
  if (unset.length === 0) return schema;
  note(`${unset.map((keyword) => `"${keyword}"`).join(' and ')} is null, and is removed`);
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !unset.includes(keyword)));
}

const maps = ['properties', 'patternProperties', '$defs', 'definitions', 'dependencies', 'dependentSchemas'];

/** PHP writes an empty object as an empty list. */
function withoutEmptyLists(schema: JsonObject, { note }: StepContext): JsonObject {
  const empty = maps.filter((keyword) => Array.isArray(schema[keyword]) && schema[keyword].length === 0);
  if (empty.length === 0) return schema;
  note(`${empty.map((keyword) => `"${keyword}"`).join(' and ')} is an empty list, and is read as an empty object`);
  return { ...schema, ...Object.fromEntries(empty.map((keyword) => [keyword, {}])) };
}

/** Draft 4 names a schema by `id`, which references rarely use. */
function withAnchor({ id, ...rest }: JsonObject, { note, draft }: StepContext): JsonObject {
  if (id === undefined) return rest;
  note('"id" is a draft-4 keyword, and is removed');
  if (typeof id !== 'string' || !/^#[A-Za-z_][\w.-]*$/.test(id)) return rest;
  return draft === 'draft-07' ? { ...rest, $id: id } : { ...rest, $anchor: id.slice(1) };
}

const types: Readonly<Record<string, string>> = {
  bool: 'boolean',
  dict: 'object',
  double: 'number',
  float: 'number',
  int: 'integer',
  list: 'array',
  long: 'integer',
  map: 'object',
  none: 'null',
  str: 'string',
  text: 'string',
  tuple: 'array',
};

/** `any` of draft 3, and the type names of Python, Java and Google. */
function withKnownTypes(schema: JsonObject, { note }: StepContext): JsonObject {
  const { type, ...rest } = schema;
  if (type === undefined) return schema;
  const given = [type].flat();
  if (given.includes('any')) {
    note('the type "any" is removed: any value is allowed');
    return rest;
  }
  const known = given.map((name) => {
    if (typeof name !== 'string') return name;
    const small = name.toLowerCase();
    return Object.hasOwn(types, small) ? (types[small] ?? name) : jsonTypes.has(small) ? small : name;
  });
  const read = [...new Set(known)];
  if (read.length === given.length && read.every((name, index) => name === given[index])) return schema;
  note(`the type ${JSON.stringify(type)} is read as ${JSON.stringify(Array.isArray(type) ? read : read[0])}`);
  return { ...schema, type: Array.isArray(type) ? read : (read[0] ?? type) };
}

const jsonTypes = new Set(['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']);

/** Validators read `nullable` of OpenAPI 3.0 only beside a type. */
function withNullable(schema: JsonObject, { note }: StepContext): JsonObject {
  const { nullable: isNullable, ...rest } = schema;
  if (isNullable === undefined || typeof schema.type === 'string' || Array.isArray(schema.type)) return schema;
  if (isNullable !== true || Object.keys(rest).length === 0) return rest;
  note('"nullable" without a type is read as a choice of null');
  return { anyOf: [rest, { type: 'null' }] };
}

const numeric =
  /^(?:(?:exclusiveM|m)(?:in|ax)imum|m(?:in|ax)(?:Items|Length|Properties|Contains)|multipleOf|divisibleBy)$/;

/** Google's dialect writes counts as strings. */
function withNumbers(schema: JsonObject, { note }: StepContext): JsonObject {
  const texts = Object.entries(schema).filter(
    ([keyword, value]) => numeric.test(keyword) && typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value),
  );
  if (texts.length === 0) return schema;
  note(`${texts.map(([keyword]) => `"${keyword}"`).join(' and ')} is a string, and is read as a number`);
  return { ...schema, ...Object.fromEntries(texts.map(([keyword, value]) => [keyword, Number(value)])) };
}

/** Draft 4 writes an exclusive limit as `true` beside the limit. */
function withLimits(schema: JsonObject, { note }: StepContext): JsonObject {
  return ['Minimum', 'Maximum'].reduce((current, end) => {
    const [exclusive, inclusive] = [`exclusive${end}`, end.toLowerCase()];
    const { [exclusive]: isExclusive, [inclusive]: limit, ...rest } = current;
    if (typeof isExclusive !== 'boolean') return current;
    note(`"${exclusive}": ${isExclusive} is draft-4 syntax, and is rewritten for current JSON Schema`);
    return limit === undefined ? rest : { ...rest, [isExclusive ? exclusive : inclusive]: limit };
  }, schema);
}

/** A list of schemas in `items` is `prefixItems` in 2020-12. */
function withTuple(schema: JsonObject, { note, draft }: StepContext): JsonObject {
  const { items, additionalItems, ...rest } = schema;
  if (!Array.isArray(items) || (draft === 'draft-07' && items.length > 0)) return schema;
  note('a list in "items" is older JSON Schema syntax, and is rewritten as "prefixItems"');
  return {
    ...rest,
    ...(items.length === 0 ? {} : { prefixItems: items }),
    ...(additionalItems === undefined ? {} : { items: additionalItems }),
  };
}

function withMultiple(schema: JsonObject, { note }: StepContext): JsonObject {
  const { divisibleBy, ...rest } = schema;
  if (typeof divisibleBy !== 'number' || schema.multipleOf !== undefined) return schema;
  note('"divisibleBy" is draft-3 syntax, and is rewritten as "multipleOf"');
  return { ...rest, multipleOf: divisibleBy };
}

/** Removes repeated names in `required`. */
function withRequiredList(schema: JsonObject, { note }: StepContext): JsonObject {
  const { required, ...rest } = schema;
  if (Array.isArray(required)) {
    const names = unique(required);
    if (names.length === required.length) return schema;
    note('"required" names a property twice, and is deduplicated');
    return { ...rest, required: names };
  }
  if (typeof required !== 'string' || required === '') return schema;
  note('"required" is a string, and is read as a list of one name');
  return { ...rest, required: [required] };
}

/** Draft 3 sets `required: true` inside a property. */
function withRequiredProperties(schema: JsonObject, { note }: StepContext): JsonObject {
  const { required, ...rest } = schema;
  const isBoolean = typeof required === 'boolean';
  if (isBoolean) note('"required" is not a list here, and is removed');
  const own = isBoolean ? rest : schema;
  const { properties } = own;
  if (!isObject(properties)) return own;
  const marked = Object.entries(properties).flatMap(([name, inner]) => {
    if (!isObject(inner) || typeof inner.required !== 'boolean') return [];
    const { required: isRequired, ...others } = inner;
    return [{ name, isRequired, others }];
  });
  if (marked.length === 0) return own;
  note(
    `"required" inside ${marked.map(({ name }) => `"${name}"`).join(', ')} is draft-3 syntax, and is rewritten as a list`,
  );
  const listed = Array.isArray(own.required) ? own.required : [];
  const names = marked.flatMap(({ name, isRequired }) => (isRequired === true ? [name] : []));
  const all = [...new Set([...listed, ...names])];
  return {
    ...own,
    properties: { ...properties, ...Object.fromEntries(marked.map(({ name, others }) => [name, others])) },
    ...(all.length === 0 ? {} : { required: all }),
  };
}

const isText = (value: Json): boolean => typeof value === 'string';
const isFlag = (value: Json): boolean => typeof value === 'boolean';
const isNumber = (value: Json): boolean => typeof value === 'number';
const isCount = (value: Json): boolean => Number.isInteger(value) && Number(value) >= 0;
const isList = (value: Json): boolean => Array.isArray(value);
const isNoEmptyList = (value: Json): boolean => !Array.isArray(value) || value.length > 0;

/** What the values of keywords must be that a schema can do without: it allows and names no other properties then. */
const valid: Readonly<Record<string, (value: Json) => boolean>> = {
  ...Object.fromEntries(['title', 'description', '$comment', 'format', 'pattern'].map((name) => [name, isText])),
  ...Object.fromEntries(['deprecated', 'readOnly', 'writeOnly', 'uniqueItems'].map((name) => [name, isFlag])),
  ...Object.fromEntries(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'].map((name) => [name, isNumber])),
  ...Object.fromEntries(
    ['Length', 'Items', 'Properties', 'Contains'].flatMap((of) => [
      [`min${of}`, isCount],
      [`max${of}`, isCount],
    ]),
  ),
  ...Object.fromEntries(['enum', 'allOf', 'anyOf', 'oneOf'].map((name) => [name, isNoEmptyList])),
  multipleOf: (value) => isNumber(value) && Number(value) > 0,
  examples: isList,
};

/** A limit or a remark that cannot be read says nothing, and the tool can be used without it. */
function withoutInvalidKeywords(schema: JsonObject, { note }: StepContext): JsonObject {
  const invalid = Object.entries(schema).filter(([keyword, value]) => entryOf(valid, keyword)?.(value) === false);
  if (invalid.length === 0) return schema;
  for (const [keyword, value] of invalid)
    note(`"${keyword}" may not be ${JSON.stringify(value).slice(0, 60)}, and is left out`);
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !invalid.some(([name]) => name === keyword)));
}

function withPatterns({ pattern, patternProperties, ...rest }: JsonObject, { note }: StepContext): JsonObject {
  const read = (source: string): string | null => {
    const readable = toJavaScriptPattern(source);
    notePattern(source, readable, note);
    return readable;
  };
  const own = typeof pattern === 'string' ? read(pattern) : (pattern ?? null);
  return {
    ...rest,
    ...(own === null ? {} : { pattern: own }),
    ...(isObject(patternProperties) ? { patternProperties: withReadableNames(patternProperties, read) } : {}),
  };
}

function withReadableNames(schemas: JsonObject, read: (source: string) => string | null): JsonObject {
  return Object.fromEntries(
    Object.entries(schemas).flatMap(([source, inner]) => {
      const readable = read(source);
      return readable === null ? [] : [[readable, inner]];
    }),
  );
}

function notePattern(pattern: string, readable: string | null, note: (text: string) => void): void {
  if (readable === pattern) return;
  note(
    readable === null
      ? `the pattern ${JSON.stringify(pattern)} has no JavaScript equivalent, and was removed`
      : `the pattern ${JSON.stringify(pattern)} is rewritten for JavaScript as ${JSON.stringify(readable)}`,
  );
}

/** Converts numbers and booleans that YAML read for strings, and strings where the schema says numbers. */
function withTypedValues(schema: JsonObject, { note }: StepContext): JsonObject {
  const { type } = schema;
  const named = [type].flat().filter((name) => name !== 'null');
  const [only] = named;
  if (named.length !== 1 || typeof only !== 'string') return schema;
  if (only === 'array') return withItemsOf(schema, note);
  const given = Array.isArray(schema.enum) ? schema.enum : [];
  const allowsNull = [type].flat().includes('null') || schema.nullable === true || given.length > 1;
  const converted = given.map((value) => (value === null && allowsNull ? null : asType(value, only)));
  const changed = given.filter((value, index) => value !== converted[index]);
  const change: JsonObject = {};
  if (changed.length > 0) {
    change.enum = unique(converted);
    note(`${few(changed)} in the enum ${changed.length === 1 ? 'is' : 'are'} read as ${only}`);
  }
  if (schema.const !== undefined && schema.const !== null && asType(schema.const, only) !== schema.const) {
    change.const = asType(schema.const, only);
    note(`the constant ${JSON.stringify(schema.const)} is read as ${only}`);
  }
  return { ...schema, ...change };
}

/** Drafts before 2019-09 reject an enum with repeated values. */
function withChoicesOnce(schema: JsonObject, { note, draft }: StepContext): JsonObject {
  if (draft !== 'draft-07' || !Array.isArray(schema.enum)) return schema;
  const values = unique(schema.enum);
  if (values.length === schema.enum.length) return schema;
  note('the enum lists a value twice, and keeps it once');
  return { ...schema, enum: values };
}

/** If a list has an enum of single values, the enum is meant for its items. */
function withItemsOf({ enum: choices, ...rest }: JsonObject, note: (text: string) => void): JsonObject {
  if (choices === undefined) return rest;
  const isOfItems = Array.isArray(choices) && choices.length > 0 && choices.every((value) => !Array.isArray(value));
  if (!isOfItems || (rest.items !== undefined && !isObject(rest.items))) return { ...rest, enum: choices };
  note('the enum of the list contains single values, and is read as the enum of its items');
  return { ...rest, items: { ...rest.items, enum: choices } };
}

/** Converts a value to the named type if its text clearly has that type; otherwise returns the value. */
function asType(value: Json, type: string): Json {
  if (type === 'string') return isScalar(value) ? String(value) : value;
  if (typeof value !== 'string') return value;
  if (type === 'boolean') return value === 'true' ? true : value === 'false' ? false : value;
  if (type === 'number') return /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;
  return type === 'integer' && /^-?\d+$/.test(value) ? Number(value) : value;
}

function isScalar(value: Json): value is string | number | boolean | null {
  return value === null || typeof value !== 'object';
}

function unique(values: readonly Json[]): Json[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

function few(values: readonly Json[]): string {
  const shown = values.slice(0, 5).map((value) => JSON.stringify(value));
  return shown.join(', ') + (values.length > 5 ? ` and ${values.length - 5} more` : '');
}
