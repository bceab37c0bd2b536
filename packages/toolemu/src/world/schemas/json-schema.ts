import { type ErrorObject, Ajv, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import { isObject, type Json, type JsonObject, type JsonSchema } from '../../contract/index.ts';
import { resolvePointer } from './json-pointer.ts';
import { charactersPerStep, TooManySteps, withinSteps } from '../expressions/step-budget.ts';
import { addSteps, withSteps } from './counted-schema.ts';
import { addLinks, compileLinked } from './linked-schema.ts';
import { measureSchema } from './schema-bounds.ts';
import { LimitedPattern } from './limited-pattern.ts';

// ajv-formats is CommonJS: its function is the module itself and its own property "default"; the types know the second.
const addFormats = addFormatsModule.default;

export type SchemaVerdict = { readonly ok: true } | { readonly ok: false; readonly errors: readonly string[] };

/** Steps of one validation: schemas that a value is held against, names and values they list, 16 characters of a text. */
export const maxValidationSteps = 10_000_000;

/** Steps up to which all errors of a value are listed; of a value that takes more, the first is. */
export const maxListingSteps = 100_000;

/** Errors of a value that are listed. */
export const maxListedErrors = 50;

/** How a schema is compiled: whether its validation counts its steps, and whether it ends with the first error. */
type Mode = 'uncounted' | 'counted' | 'first error';

/** What is known of a schema that is sound. */
interface SoundSchema {
  /** Its parts once its references are followed; Infinity where it is recursive. */
  readonly parts: number;
  readonly checks: Map<Mode, ValidateFunction>;
  readonly fits: Fits;
}

type Fits = (value: unknown) => boolean;

const sound = new WeakMap<JsonSchema, SoundSchema>();
// ajv asks for the source of an engine, which it needs only where it writes its code to a file.
const patternOf = Object.assign((source: string, flags: string) => new LimitedPattern(source, flags), {
  code: 'new LimitedPattern',
});

const ajvs = new Map<string, Ajv>();

/**
 * Validates a value against a JSON Schema, without coercion and without filling defaults. Each error names the place as a
 * JSON path. A value that takes more than {@link maxValidationSteps} does not fit. Throws where the schema itself is
 * broken or {@link SchemaTooLarge}, and where a pattern takes too long.
 */
export function validate(schema: JsonSchema, value: Json): SchemaVerdict {
  const known = soundSchema(schema);
  // As many steps are soon done; to count them takes as long again.
  if (isSmall(value, maxListingSteps / known.parts)) return verdictOf(checkIn(known, schema, 'uncounted'), value);
  return (
    limitedVerdict(checkIn(known, schema, 'counted'), value, maxListingSteps) ??
    limitedVerdict(checkIn(known, schema, 'first error'), value, maxValidationSteps) ?? {
      ok: false,
      errors: [tooLarge],
    }
  );
}

const tooLarge = `$: is too large for its schema: to validate it takes more than ${maxValidationSteps.toLocaleString('en-US')} steps`;

/** The verdict on a value; null where it takes more steps. */
function limitedVerdict(check: ValidateFunction, value: Json, maxSteps: number): SchemaVerdict | null {
  try {
    return withinSteps(maxSteps, () => verdictOf(check, value));
  } catch (error) {
    if (error instanceof TooManySteps) return null;
    throw error;
  }
}

function verdictOf(check: ValidateFunction, value: Json): SchemaVerdict {
  if (check(value)) return { ok: true };
  return { ok: false, errors: (check.errors ?? []).slice(0, maxListedErrors).map(describe) };
}

/** Whether a value has at most so many parts; 16 characters of a text are one. */
function isSmall(value: Json, maxParts: number): boolean {
  return partsLeft(value, maxParts) >= 0;
}

/** How many parts are left of so many after those of a value; negative where it has more. */
function partsLeft(value: Json, parts: number): number {
  if (typeof value === 'string') return parts - 1 - value.length / charactersPerStep;
  let left = parts - 1;
  if (typeof value !== 'object' || value === null || left < 0) return left;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length && left >= 0; at += 1) left = partsLeft(value[at] as Json, left);
    return left;
  }
  for (const key in value) {
    if (left < 0) return left;
    left = partsLeft(value[key] as Json, left);
  }
  return left;
}

/**
 * Compiles a JSON Schema to a function that says whether a value fits, read as draft-07 where its `$schema` names that
 * draft or one before, else as 2020-12. Throws where it is broken, and {@link SchemaTooLarge}.
 */
export function compileSchema(schema: JsonSchema): Fits {
  return soundSchema(schema).fits;
}

function soundSchema(schema: JsonSchema): SoundSchema {
  const known = sound.get(schema);
  if (known !== undefined) return known;
  const cycle = findRefCycle(schema);
  if (cycle !== null) throw new Error(`$ref is cyclic: ${cycle.join(' → ')} never reaches a schema of its own`);
  const parts = measureSchema(schema);
  // What is no JSON value fits no keyword.
  const found = { parts, checks: new Map(), fits: (value: unknown) => validate(schema, value as Json).ok };
  checkIn(found, schema, parts > maxListingSteps ? 'counted' : 'uncounted');
  sound.set(schema, found);
  return found;
}

function checkIn({ checks }: SoundSchema, schema: JsonSchema, mode: Mode): ValidateFunction {
  const check = checks.get(mode) ?? compile(schema, mode);
  checks.set(mode, check);
  return check;
}

function compile(schema: JsonSchema, mode: Mode): ValidateFunction {
  const ajv = ajvFor(schema, mode);
  const linked = compileLinked(schema, ajv);
  if (linked !== null) return linked;
  const { $schema: _draft, ...read } = mode === 'uncounted' ? schema : (withSteps(schema) as JsonSchema);
  try {
    return ajv.compile(read);
  } finally {
    // ajv would refuse the next schema of the same `$id`.
    ajv.removeSchema(read);
  }
}

function ajvFor({ $schema }: JsonSchema, mode: Mode): Ajv {
  const draft = typeof $schema === 'string' && /draft-0[4-7]/.test($schema) ? 'draft-07' : '2020-12';
  const key = `${draft}, ${mode}`;
  const known = ajvs.get(key);
  if (known !== undefined) return known;
  // A schema is compiled more often than its validation would gain by code that is optimized.
  const code = { regExp: patternOf, optimize: false } as const;
  const options = { strict: false, allErrors: mode !== 'first error', logger: false, code } as const;
  const ajv = draft === 'draft-07' ? new Ajv(options) : (new Ajv2020(options) as unknown as Ajv);
  addFormats(ajv);
  addLinks(ajv);
  addSteps(ajv);
  for (const [name, format] of Object.entries(ajv.formats)) {
    if (format instanceof RegExp) ajv.addFormat(name, limitedFormat(format));
  }
  // Narrower than ajv-formats: what passes can be read by timestamp() in an expression.
  ajv.addFormat('date-time', isInstant);
  ajvs.set(key, ajv);
  return ajv;
}

/** A text of at most so many characters is soon compared with any of the formats. */
const maxPlainFormatLength = 2_000;

function limitedFormat(format: RegExp): (text: string) => boolean {
  const limited = new LimitedPattern(format.source, format.flags);
  return (text) => (text.length <= maxPlainFormatLength ? format : limited).test(text);
}

const inPlace = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'];

/** A chain of references that leads back to itself without descending into the value: ajv would follow it for ever. */
function findRefCycle(root: JsonSchema): string[] | null {
  const done = new Set<Json>();
  const visit = (schema: Json | undefined, path: string[]): string[] | null => {
    if (schema === undefined || schema === null || typeof schema !== 'object' || done.has(schema)) return null;
    if (Array.isArray(schema)) return firstCycle(schema.map((item) => visit(item, path)));
    const { $ref } = schema;
    if (typeof $ref === 'string' && $ref.startsWith('#')) {
      if (path.includes($ref)) return [...path.slice(path.indexOf($ref)), $ref];
      const cycle = visit(resolvePointer(root, $ref), [...path, $ref]);
      if (cycle !== null) return cycle;
    }
    const cycle = firstCycle(inPlace.map((keyword) => visit(schema[keyword], path)));
    if (cycle === null) done.add(schema);
    return cycle;
  };
  const everywhere = (schema: Json): string[] | null => {
    if (schema === null || typeof schema !== 'object') return null;
    return visit(schema, []) ?? firstCycle(Object.values(schema).map(everywhere));
  };
  return everywhere(root);
}

function firstCycle(cycles: readonly (string[] | null)[]): string[] | null {
  return cycles.find((cycle) => cycle !== null) ?? null;
}

function isInstant(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text));
}

function describe({ instancePath, message, params }: ErrorObject): string {
  const place = `$${instancePath.split('/').slice(1).map(jsonPathOf).join('')}`;
  const { additionalProperty, allowedValues } = params as { additionalProperty?: string; allowedValues?: Json[] };
  if (additionalProperty !== undefined) return `${place}: unknown property "${additionalProperty}"`;
  if (allowedValues !== undefined) return `${place}: must be one of ${JSON.stringify(allowedValues)}`;
  return `${place}: ${message ?? 'is invalid'}`;
}

function jsonPathOf(part: string): string {
  return /^\d+$/.test(part) ? `[${part}]` : `.${part.replaceAll('~1', '/').replaceAll('~0', '~')}`;
}

/** A value cut to what a schema names: properties it does not list are dropped, objects without properties stay whole. */
export function cutToSchema(value: Json, schema: Json | undefined): Json {
  return cut(value, [schema], schema);
}

function cut(value: Json, schemas: readonly (Json | undefined)[], root: Json | undefined): Json {
  if (value === null || typeof value !== 'object') return value;
  const facets = facetsOf(schemas, root);
  if (Array.isArray(value)) {
    const items = facets.map((facet) => facet.items);
    return value.map((item) => cut(item, items, root));
  }
  const properties = facets.map((facet) => facet.properties).filter(isObject);
  if (properties.length === 0) return value;
  const names = new Set(properties.flatMap((named) => Object.keys(named)));
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const inner = Object.hasOwn(value, name) ? value[name] : undefined;
      if (inner === undefined) return [];
      return [
        [
          name,
          cut(
            inner,
            properties.map((named) => (Object.hasOwn(named, name) ? named[name] : undefined)),
            root,
          ),
        ],
      ];
    }),
  );
}

/** The schemas that speak of one value: those given, what they refer to, and their parts and alternatives. */
function facetsOf(schemas: readonly (Json | undefined)[], root: Json | undefined): JsonObject[] {
  const facets = new Set<JsonObject>();
  const visit = (schema: Json | undefined): void => {
    if (!isObject(schema) || facets.has(schema)) return;
    facets.add(schema);
    if (typeof schema.$ref === 'string' && root !== undefined) visit(resolvePointer(root, schema.$ref));
    for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
      const parts = schema[keyword];
      if (Array.isArray(parts)) parts.forEach(visit);
    }
  };
  schemas.forEach(visit);
  return [...facets];
}
