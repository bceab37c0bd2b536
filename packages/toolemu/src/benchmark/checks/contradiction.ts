import type { Json, JsonObject, JsonSchema } from '../../contract/index.ts';
import { isObject, LimitedPattern, resolvePointer, TookTooLong } from '../../world/index.ts';
import { patternLength } from './pattern-length.ts';

/** The reason why no value satisfies a schema. */
export interface Contradiction {
  /** Path inside the schema, as in `.properties.floor`; empty at the top level. */
  readonly place: string;
  readonly problem: string;
  readonly remedy: string;
}

/**
 * Returns why no call can satisfy an input, or null if one may. Reports only certain contradictions: it does not compare
 * formats, `not`, conditions and several patterns with each other.
 */
export function inputContradiction(schema: JsonSchema): Contradiction | null {
  return new Search(schema).emptiness([
    { schema: { type: 'object' }, place: '' },
    { schema, place: '' },
  ]);
}

/** Returns why no value can satisfy a schema, or null if one may. */
export function contradictionIn(schema: JsonSchema): Contradiction | null {
  return new Search(schema).emptiness([{ schema, place: '' }]);
}

/** Optional properties of an input that no value satisfies, except forbidden ones. */
export function unusableProperties(schema: JsonSchema): (Contradiction & { readonly name: string })[] {
  const { properties } = schema;
  if (!isObject(properties)) return [];
  return Object.entries(properties).flatMap(([name, inner]) => {
    if (!isObject(inner) || isForbidden(inner)) return [];
    const found = new Search(schema).emptiness([{ schema: inner, place: `.properties.${name}` }]);
    return found === null ? [] : [{ ...found, name }];
  });
}

function isForbidden({ not }: JsonObject): boolean {
  return not === true || (isObject(not) && Object.keys(not).length === 0);
}

/** A schema that a value must satisfy, with its path. */
interface Part {
  readonly schema: Json;
  readonly place: string;
}

/** Like {@link Part}, but the schema is not a boolean. */
interface Facet {
  readonly schema: JsonObject;
  readonly place: string;
}

const allTypes = ['null', 'boolean', 'number', 'string', 'array', 'object'] as const;

/** Maximum number of schema sets to search. A schema that needs more counts as satisfiable. */
const maxSearchSteps = 20_000;

/** Searches for a value that a set of schemas allows together. */
class Search {
  private readonly root: JsonSchema;
  /** False if an inner schema has its own `$id`, which changes the targets of references. */
  private readonly followsReferences: boolean;
  /** Schema sets under search. A value that needs one of them inside itself would be infinite. */
  private readonly open = new Set<string>();
  private readonly satisfiable = new Set<string>();
  private readonly ids = new Map<Json, number>();
  private looks = 0;

  constructor(root: JsonSchema) {
    this.root = root;
    const { $id: _address, ...rest } = root;
    this.followsReferences = !JSON.stringify(rest).includes('"$id"');
  }

  /** Returns why no value satisfies all of these schemas, or null if one may. */
  emptiness(parts: readonly Part[]): Contradiction | null {
    const facets: Facet[] = [];
    for (const part of parts) {
      const problem = this.collect(part, facets);
      if (problem !== null) return problem;
    }
    const key = [...new Set(facets.map(({ schema }) => this.idOf(schema)))].toSorted((a, b) => a - b).join();
    this.looks += 1;
    if (this.satisfiable.has(key) || this.looks > maxSearchSteps) return null;
    if (this.open.has(key))
      return contradiction(facets.at(-1), 'it requires itself recursively without end', 'make it optional');
    this.open.add(key);
    try {
      const found = this.emptinessOf(facets);
      if (found === null) this.satisfiable.add(key);
      return found;
    } finally {
      this.open.delete(key);
    }
  }

  private idOf(schema: Json): number {
    const known = this.ids.get(schema);
    if (known !== undefined) return known;
    this.ids.set(schema, this.ids.size);
    return this.ids.size - 1;
  }

  /** Adds a schema, the target of its `$ref` and the parts of its `allOf`. */
  private collect({ schema, place }: Part, into: Facet[]): Contradiction | null {
    if (schema === false) return contradiction({ place }, 'no value is allowed', 'specify the allowed values');
    if (!isObject(schema) || into.some((facet) => facet.schema === schema)) return null;
    into.push({ schema, place });
    const { $ref, allOf } = schema;
    const target = typeof $ref === 'string' && this.followsReferences ? resolvePointer(this.root, $ref) : undefined;
    if (typeof $ref === 'string' && target !== undefined) {
      const problem = this.collect({ schema: target, place: $ref.slice(1).replaceAll('/', '.') }, into);
      if (problem !== null) return problem;
    }
    for (const [index, inner] of (Array.isArray(allOf) ? allOf : []).entries()) {
      const problem = this.collect({ schema: inner, place: `${place}.allOf[${index}]` }, into);
      if (problem !== null) return problem;
    }
    return null;
  }

  private emptinessOf(facets: readonly Facet[]): Contradiction | null {
    const forbidden = facets.find(({ schema }) => isForbidden(schema));
    if (forbidden !== undefined) return contradiction(forbidden, 'no value is allowed', 'specify the allowed values');
    return emptyChoice(facets) ?? this.emptyTypes(facets) ?? this.emptyAlternatives(facets);
  }

  /** If the schemas name types, each of these types must be impossible. */
  private emptyTypes(facets: readonly Facet[]): Contradiction | null {
    if (facets.some(({ schema }) => isChoice(schema))) return null;
    const named = facets.filter(({ schema }) => schema.type !== undefined);
    const types = typesOf(facets);
    if (types.length === 0) {
      const kinds = [...new Set(named.map(({ schema }) => namesOf(schema.type).join(' or ')))];
      return contradiction(named.at(-1), `it must be ${kinds.join(' and ')} at once`, 'name one type');
    }
    let first: Contradiction | null = null;
    for (const type of types) {
      const problem = this.emptyType(type, facets);
      if (problem === null) return null;
      first ??= problem;
    }
    return first;
  }

  private emptyType(type: string, facets: readonly Facet[]): Contradiction | null {
    switch (type) {
      case 'number':
      case 'integer':
        return emptyNumbers(facets, type === 'integer');
      case 'string':
        return emptyTexts(facets);
      case 'array':
        return this.emptyArrays(facets);
      case 'object':
        return this.emptyObjects(facets);
      default:
        return null;
    }
  }

  private emptyArrays(facets: readonly Facet[]): Contradiction | null {
    const range = emptyRange(facets, { low: ['minItems'], high: ['maxItems'] });
    if (range !== null) return range;
    const minItems = Math.max(0, ...facets.map(({ schema }) => numberOf(schema.minItems) ?? 0));
    for (let index = 0; index < Math.min(minItems, 32); index += 1) {
      const items = facets.flatMap((facet) => itemOf(facet, index));
      const problem = items.length === 0 ? null : this.emptiness(items);
      if (problem !== null) return problem;
    }
    const items = facets.flatMap((facet) => itemOf(facet, minItems));
    const choices = items.flatMap(({ schema }) =>
      isObject(schema) && isChoice(schema) ? [valuesOf(schema).length] : [],
    );
    if (facets.some(({ schema }) => schema.uniqueItems === true) && choices.some((count) => count < minItems)) {
      return contradiction(facets[0], `it needs ${minItems} different items, but fewer are possible`, 'lower minItems');
    }
    for (const { schema, place } of facets) {
      if (schema.contains === undefined || schema.minContains === 0) continue;
      const problem = this.emptiness([{ schema: schema.contains, place: `${place}.contains` }]);
      if (problem !== null) return problem;
    }
    return null;
  }

  private emptyObjects(facets: readonly Facet[]): Contradiction | null {
    const range = emptyRange(facets, { low: ['minProperties'], high: ['maxProperties'] });
    if (range !== null) return range;
    const required = requiredIn(facets);
    const few = tooFewNames(facets);
    if (few !== null) return few;
    const maxProperties = lowest(facets, 'maxProperties');
    if (maxProperties !== null && required.size > maxProperties.value) {
      return contradiction(
        maxProperties.facet,
        `it requires ${required.size} properties and allows ${maxProperties.value}`,
        'raise maxProperties',
      );
    }
    for (const [name, by] of required) {
      const problem = this.emptyProperty(name, by, facets);
      if (problem !== null) return problem;
    }
    return null;
  }

  private emptyProperty(name: string, by: Facet, facets: readonly Facet[]): Contradiction | null {
    const closed = facets.find((facet) => propertyOf(facet, name).some(({ schema }) => schema === false));
    if (closed !== undefined) {
      return contradiction(
        by,
        `it requires "${name}", which is not allowed`,
        `remove "${name}" from "required", or allow it`,
      );
    }
    const names = facets.flatMap(({ schema, place }) =>
      schema.propertyNames === undefined ? [] : [{ schema: schema.propertyNames, place: `${place}.propertyNames` }],
    );
    const unnamed =
      names.length === 0 ? null : this.emptiness([...names, { schema: { const: name }, place: names[0]?.place ?? '' }]);
    if (unnamed !== null) {
      return contradiction(
        by,
        `it requires "${name}", but does not allow this name`,
        `remove "${name}" from "required"`,
      );
    }
    const own = facets.flatMap((facet) => propertyOf(facet, name));
    return own.length === 0 ? null : this.emptiness(own);
  }

  /** Each alternative must be impossible in combination with the other rules. */
  private emptyAlternatives(facets: readonly Facet[]): Contradiction | null {
    for (const { schema, place } of facets) {
      for (const keyword of ['anyOf', 'oneOf']) {
        const branches = schema[keyword];
        if (!Array.isArray(branches) || branches.length === 0) continue;
        const base = facets.map((facet) => ({ ...facet, schema: this.withoutAlternatives(facet.schema) }));
        const possible = keyword === 'oneOf' ? withoutTwins(branches) : branches;
        const problems = possible.map((branch) =>
          this.emptiness([...base, { schema: branch, place: `${place}.${keyword}[${branches.indexOf(branch)}]` }]),
        );
        const [first = null] = problems;
        if (possible.length === 0) {
          return contradiction({ place }, 'its oneOf lists every alternative twice', 'list each alternative once');
        }
        if (problems.every((problem) => problem !== null)) return first;
      }
    }
    return null;
  }

  private readonly bases = new WeakMap<JsonObject, JsonObject>();

  /** The schema without `anyOf`, `oneOf`, `$ref` and `allOf`, which are collected separately. */
  private withoutAlternatives(schema: JsonObject): JsonObject {
    const known = this.bases.get(schema);
    if (known !== undefined) return known;
    const { anyOf: _any, oneOf: _one, allOf: _all, $ref: _reference, ...rest } = schema;
    this.bases.set(schema, rest);
    return rest;
  }
}

/** The alternatives that occur once: a value of a repeated one satisfies both, so `oneOf` rejects it. */
function withoutTwins(branches: readonly Json[]): Json[] {
  const texts = branches.map((branch) => JSON.stringify(branch));
  return branches.filter((_, index) => texts.indexOf(texts[index] ?? '') === texts.lastIndexOf(texts[index] ?? ''));
}

function contradiction(at: { readonly place: string } | undefined, problem: string, remedy: string): Contradiction {
  return { place: at?.place ?? '', problem, remedy };
}

function isChoice(schema: JsonObject): boolean {
  return Array.isArray(schema.enum) || schema.const !== undefined;
}

/** If a schema lists its values, another part must exclude each of them. */
function emptyChoice(facets: readonly Facet[]): Contradiction | null {
  const lists = facets.filter(({ schema }) => isChoice(schema));
  const [first] = lists;
  if (first === undefined) return null;
  const listed = valuesOf(first.schema);
  if (listed.length === 0) return contradiction(first, 'its enum is empty', 'list the values, or remove the enum');
  if (listed.some((value) => facets.every(({ schema }) => allows(schema, value)))) return null;
  const types = [...new Set(facets.flatMap(({ schema }) => namesOf(schema.type)))];
  const isOfType = listed.some((value) => facets.every(({ schema }) => isOfTypes(value, schema)));
  if (isOfType)
    return contradiction(first, `its other rules exclude ${few(listed)}`, 'correct them, or list other values');
  const texts =
    types.join() === 'string'
      ? `: ${few(listed.map((value) => JSON.stringify(value)))}`
      : ` of the type ${types.join(' or ')}`;
  return contradiction(
    first,
    `the type is ${types.join(' and ')}, but ${few(listed)} ${listed.length === 1 ? 'is' : 'are'} not`,
    `write the values${texts}`,
  );
}

function namesOf(types: Json | undefined): string[] {
  return [types ?? []].flat().filter((type) => typeof type === 'string');
}

function valuesOf(schema: JsonObject): Json[] {
  const listed = Array.isArray(schema.enum) ? schema.enum : [];
  return schema.const === undefined ? listed : [schema.const];
}

/** Whether a value may satisfy the rules of a schema that do not depend on the inside of the value. */
function allows(schema: JsonObject, value: Json): boolean {
  if (!isOfTypes(value, schema)) return false;
  const text = JSON.stringify(value);
  const isAmong = (values: readonly Json[]): boolean =>
    values.some((one) => JSON.stringify(one) === text || (isNested(one) && isNested(value)));
  if (Array.isArray(schema.enum) && !isAmong(schema.enum)) return false;
  if (schema.const !== undefined && !isAmong([schema.const])) return false;
  if (typeof value === 'number') return isWithin([{ schema, place: '' }], value);
  if (typeof value !== 'string') return true;
  const length = Array.from(value).length;
  const isLong = length >= (numberOf(schema.minLength) ?? 0) && length <= (numberOf(schema.maxLength) ?? Infinity);
  return isLong && fitsPattern(schema.pattern, value);
}

/** Lists and objects, which are not compared: equal ones may differ in the order of their keys. */
function isNested(value: Json): boolean {
  return typeof value === 'object' && value !== null;
}

/** Assumes that a pattern fits if it cannot be tested quickly. */
function fitsPattern(pattern: Json | undefined, value: string): boolean {
  if (typeof pattern !== 'string' || !isQuick(pattern, value)) return true;
  try {
    return new LimitedPattern(pattern, 'u', patternTimeoutMs).test(value);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TookTooLong) return true;
    throw error;
  }
}

const patternTimeoutMs = 20;

function isQuick(pattern: string, value: string): boolean {
  return value.length <= 100 && !/\)[*+{]|\\[1-9k]/.test(pattern);
}

function isOfTypes(value: Json, schema: JsonObject): boolean {
  return (
    typesIn(schema)?.some((type) => {
      if (type === 'integer') return Number.isInteger(value);
      if (type === 'null') return value === null;
      if (type === 'array') return Array.isArray(value);
      return type === 'object' ? isObject(value) : typeof value === type;
    }) ?? true
  );
}

/** The types that a schema names; `nullable` of OpenAPI 3.0 adds null. */
function typesIn({ type, nullable }: JsonObject): Json[] | undefined {
  if (type === undefined) return undefined;
  return nullable === true ? [type, 'null'].flat() : [type].flat();
}

/** The types that all schemas allow. */
function typesOf(facets: readonly Facet[]): string[] {
  const named = facets.flatMap(({ schema }) => [typesIn(schema) ?? []].filter((types) => types.length > 0));
  const isInteger = named.some((types) => types.includes('integer') && !types.includes('number'));
  const left = allTypes.filter((type) =>
    named.every((types) => types.includes(type) || (type === 'number' && types.includes('integer'))),
  );
  return left.map((type) => (type === 'number' && isInteger ? 'integer' : type));
}

function numberOf(value: Json | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** Compares the highest lower limit with the lowest upper limit. */
function emptyRange(
  facets: readonly Facet[],
  { low, high }: { low: readonly string[]; high: readonly string[] },
): Contradiction | null {
  const [lowest_, highest_] = [low, high].map((keywords) =>
    facets.flatMap((facet) =>
      keywords.flatMap((keyword) => {
        const value = numberOf(facet.schema[keyword]);
        return value === undefined ? [] : [{ facet, keyword, value }];
      }),
    ),
  );
  const from = (lowest_ ?? []).toSorted((a, b) => b.value - a.value)[0];
  const to = (highest_ ?? []).toSorted((a, b) => a.value - b.value)[0];
  if (from === undefined || to === undefined) return null;
  const isOpen = [from, to].some(({ keyword }) => keyword.startsWith('exclusive'));
  if (from.value < to.value || (from.value === to.value && !isOpen)) return null;
  return contradiction(
    from.facet,
    `no value satisfies both ${from.keyword} ${from.value} and ${to.keyword} ${to.value}`,
    `correct ${from.keyword} or ${to.keyword}`,
  );
}

/** Compares the limits of length with each other and with the lengths that a pattern allows. */
function emptyTexts(facets: readonly Facet[]): Contradiction | null {
  const range = emptyRange(facets, { low: ['minLength'], high: ['maxLength'] });
  if (range !== null) return range;
  for (const { schema, place } of facets) {
    if (typeof schema.pattern !== 'string') continue;
    const { minCharacters, maxCharacters } = patternLength(schema.pattern);
    const short = facets.find((facet) => minCharacters > (numberOf(facet.schema.maxLength) ?? Infinity));
    const long = facets.find((facet) => maxCharacters < (numberOf(facet.schema.minLength) ?? 0));
    if (short === undefined && long === undefined) continue;
    const [end, rule] =
      short === undefined
        ? [`at most ${maxCharacters}`, `minLength is ${numberOf(long?.schema.minLength)}`]
        : [`at least ${minCharacters}`, `maxLength is ${numberOf(short.schema.maxLength)}`];
    const text = `the pattern ${JSON.stringify(schema.pattern)} requires ${end} characters, but ${rule}`;
    return contradiction({ place }, text, 'correct one of them');
  }
  return null;
}

const lowEnds = ['exclusiveMinimum', 'minimum'];
const highEnds = ['exclusiveMaximum', 'maximum'];

function emptyNumbers(facets: readonly Facet[], isInteger: boolean): Contradiction | null {
  const range = emptyRange(facets, { low: lowEnds, high: highEnds });
  if (range !== null || !isInteger) return range;
  const ends = [...lowEnds, ...highEnds];
  const limits = facets.flatMap(({ schema }) => ends.flatMap((keyword) => numberOf(schema[keyword]) ?? []));
  // A narrow range contains few integers, so each of them can be tested.
  const low = Math.min(...limits);
  const high = Math.max(...limits);
  const isBounded = [lowEnds, highEnds].every((keywords) =>
    facets.some(({ schema }) => keywords.some((keyword) => numberOf(schema[keyword]) !== undefined)),
  );
  if (!isBounded || high - low > 2) return null;
  const whole = Array.from({ length: Math.floor(high) - Math.ceil(low) + 1 }, (_, index) => Math.ceil(low) + index);
  if (whole.some((value) => isWithin(facets, value))) return null;
  return contradiction(
    facets.find(({ schema }) => ends.some((keyword) => keyword in schema)),
    'no whole number lies between its limits',
    'correct the limits',
  );
}

function isWithin(facets: readonly Facet[], value: number): boolean {
  return facets.every(
    ({ schema }) =>
      value >= (numberOf(schema.minimum) ?? -Infinity) &&
      value <= (numberOf(schema.maximum) ?? Infinity) &&
      value > (numberOf(schema.exclusiveMinimum) ?? -Infinity) &&
      value < (numberOf(schema.exclusiveMaximum) ?? Infinity),
  );
}

function lowest(facets: readonly Facet[], keyword: string): { facet: Facet; value: number } | null {
  const all = facets.flatMap((facet) => {
    const value = numberOf(facet.schema[keyword]);
    return value === undefined ? [] : [{ facet, value }];
  });
  return all.toSorted((a, b) => a.value - b.value)[0] ?? null;
}

function itemOf({ schema, place }: Facet, index: number): Part[] {
  const listed = Array.isArray(schema.items) ? schema.items : schema.prefixItems;
  const first = Array.isArray(listed) ? listed[index] : undefined;
  if (first !== undefined) return [{ schema: first, place: `${place}.prefixItems[${index}]` }];
  const rest = Array.isArray(schema.items) ? schema.additionalItems : schema.items;
  return rest === undefined ? [] : [{ schema: rest, place: `${place}.items` }];
}

/** A closed object cannot have more properties than it names. */
function tooFewNames(facets: readonly Facet[]): Contradiction | null {
  const minProperties = Math.max(0, ...facets.map(({ schema }) => numberOf(schema.minProperties) ?? 0));
  const closed = facets.find(({ schema: { additionalProperties, patternProperties, properties } }) => {
    const names = isObject(properties) ? Object.keys(properties).length : 0;
    return additionalProperties === false && patternProperties === undefined && names < minProperties;
  });
  return closed === undefined
    ? null
    : contradiction(closed, `it allows fewer properties than minProperties ${minProperties}`, 'correct minProperties');
}

/** The names that an object must have, with the schema that requires each. */
function requiredIn(facets: readonly Facet[]): Map<string, Facet> {
  const required = new Map<string, Facet>();
  for (const facet of facets) {
    const names = Array.isArray(facet.schema.required) ? facet.schema.required : [];
    for (const name of names) if (typeof name === 'string' && !required.has(name)) required.set(name, facet);
  }
  return required;
}

/** The parts of a schema that apply to a property. */
function propertyOf({ schema, place }: Facet, name: string): Part[] {
  const { properties, patternProperties, additionalProperties } = schema;
  const own = isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
  const patterns = isObject(patternProperties) ? Object.entries(patternProperties) : [];
  const matching = patterns.filter(([pattern]) => fitsPattern(pattern, name));
  if (own === undefined && matching.length === 0) {
    return additionalProperties === undefined
      ? []
      : [{ schema: additionalProperties, place: `${place}.additionalProperties` }];
  }
  return [
    ...(own === undefined ? [] : [{ schema: own, place: `${place}.properties.${name}` }]),
    // A pattern that was not tested may not match.
    ...matching
      .filter(([pattern]) => isQuick(pattern, name))
      .map(([pattern, inner]) => ({ schema: inner, place: `${place}.patternProperties.${pattern}` })),
  ];
}

function few(values: readonly Json[]): string {
  const shown = values.slice(0, 3).map((value) => JSON.stringify(value));
  return shown.join(', ') + (values.length > 3 ? ` and ${values.length - 3} more` : '');
}
