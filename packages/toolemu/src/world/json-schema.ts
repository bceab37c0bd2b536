import { type ErrorObject, Ajv, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import type { Json, JsonSchema } from '../contract/index.ts';

// ajv-formats is CommonJS: its function is the module itself and its own property "default"; the types know the second.
const addFormats = addFormatsModule.default;

export type SchemaVerdict = { readonly ok: true } | { readonly ok: false; readonly errors: readonly string[] };

const compiled = new WeakMap<JsonSchema, ValidateFunction>();
let ajvs: { draft7: Ajv; draft2020: Ajv } | undefined;

/**
 * Validates a value against a JSON Schema, without coercion and without filling defaults.
 * Each error names the place as a JSON path. Throws where the schema itself is broken.
 */
export function validate(schema: JsonSchema, value: Json): SchemaVerdict {
  const check = compileSchema(schema);
  if (check(value)) return { ok: true };
  return { ok: false, errors: (check.errors ?? []).map(describe) };
}

/** Compiles a JSON Schema, by the draft its `$schema` names (2020-12 where it names none). Throws where it is broken. */
export function compileSchema(schema: JsonSchema): ValidateFunction {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const cycle = findRefCycle(schema);
  if (cycle !== null) throw new Error(`$ref is cyclic: ${cycle.join(' → ')} never reaches a schema of its own`);
  const check = ajvFor(schema).compile(schema);
  compiled.set(schema, check);
  return check;
}

function ajvFor(schema: JsonSchema): Ajv {
  if (ajvs === undefined) {
    const options = { strict: false, allErrors: true, addUsedSchema: false, logger: false } as const;
    ajvs = { draft7: new Ajv(options), draft2020: new Ajv2020(options) as unknown as Ajv };
    addFormats(ajvs.draft7);
    addFormats(ajvs.draft2020);
    // Narrower than ajv-formats: what passes can be read by timestamp() in an expression.
    for (const ajv of [ajvs.draft7, ajvs.draft2020]) ajv.addFormat('date-time', isInstant);
  }
  const draft = schema.$schema;
  return typeof draft === 'string' && /draft-0[4-7]/.test(draft) ? ajvs.draft7 : ajvs.draft2020;
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

function resolvePointer(root: Json, reference: string): Json | undefined {
  let at: Json | undefined = root;
  for (const part of reference.slice(1).split('/').slice(1)) {
    const key = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
    at = at !== null && typeof at === 'object' ? (at as Record<string, Json>)[key] : undefined;
  }
  return at;
}

function isInstant(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text));
}

function describe({ instancePath, message, params }: ErrorObject): string {
  const place = instancePath === '' ? '$' : `$${instancePath.replaceAll('/', '.')}`;
  const { additionalProperty, allowedValues } = params as { additionalProperty?: string; allowedValues?: Json[] };
  if (additionalProperty !== undefined) return `${place}: unknown property "${additionalProperty}"`;
  if (allowedValues !== undefined) return `${place}: must be one of ${JSON.stringify(allowedValues)}`;
  return `${place}: ${message ?? 'is invalid'}`;
}

/** A value cut to what a schema names: properties it does not list are dropped, objects without properties stay whole. */
export function cutToSchema(value: Json, schema: Json | undefined): Json {
  if (schema === undefined || schema === null || typeof schema !== 'object' || Array.isArray(schema)) return value;
  if (Array.isArray(value)) return value.map((item) => cutToSchema(item, schema.items));
  if (value === null || typeof value !== 'object') return value;
  const { properties } = schema;
  if (properties === undefined || properties === null || typeof properties !== 'object' || Array.isArray(properties)) {
    return value;
  }
  return Object.fromEntries(
    Object.keys(properties)
      .filter((key) => Object.hasOwn(value, key))
      .map((key) => [key, cutToSchema(value[key] as Json, properties[key])]),
  );
}
