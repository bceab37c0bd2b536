import { type ErrorObject, Ajv, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import { isObject, type Json, type JsonObject, type JsonSchema } from '../../contract/index.ts';
import { resolvePointer } from './json-pointer.ts';
import { addLinks, compileLinked } from './linked-schema.ts';
import { LimitedPattern } from './limited-pattern.ts';

// ajv-formats is CommonJS: its function is the module itself and its own property "default"; the types know the second.
const addFormats = addFormatsModule.default;

export type SchemaVerdict = { readonly ok: true } | { readonly ok: false; readonly errors: readonly string[] };

const compiled = new WeakMap<JsonSchema, ValidateFunction>();
// ajv asks for the source of an engine, which it needs only where it writes its code to a file.
const patternOf = Object.assign((source: string, flags: string) => new LimitedPattern(source, flags), {
  code: 'new LimitedPattern',
});

let ajvs: { draft7: Ajv; draft2020: Ajv } | undefined;

/**
 * Validates a value against a JSON Schema, without coercion and without filling defaults.
 * Each error names the place as a JSON path. Throws where the schema itself is broken, and where a pattern takes too long.
 */
export function validate(schema: JsonSchema, value: Json): SchemaVerdict {
  const check = compileSchema(schema);
  if (check(value)) return { ok: true };
  return { ok: false, errors: (check.errors ?? []).map(describe) };
}

/**
 * Compiles a JSON Schema, read as draft-07 where its `$schema` names that draft or one before, else as 2020-12.
 * Throws where it is broken.
 */
export function compileSchema(schema: JsonSchema): ValidateFunction {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const cycle = findRefCycle(schema);
  if (cycle !== null) throw new Error(`$ref is cyclic: ${cycle.join(' → ')} never reaches a schema of its own`);
  const ajv = ajvFor(schema);
  const linked = compileLinked(schema, ajv);
  if (linked !== null) {
    compiled.set(schema, linked);
    return linked;
  }
  const { $schema: _draft, ...read } = schema;
  try {
    const check = ajv.compile(read);
    compiled.set(schema, check);
    return check;
  } finally {
    // ajv would refuse the next schema of the same `$id`.
    ajv.removeSchema(read);
  }
}

function ajvFor(schema: JsonSchema): Ajv {
  if (ajvs === undefined) {
    // A schema is compiled more often than its validation would gain by code that is optimized.
    const code = { regExp: patternOf, optimize: false } as const;
    const options = { strict: false, allErrors: true, logger: false, code } as const;
    ajvs = { draft7: new Ajv(options), draft2020: new Ajv2020(options) as unknown as Ajv };
    addFormats(ajvs.draft7);
    addFormats(ajvs.draft2020);
    addLinks(ajvs.draft7);
    addLinks(ajvs.draft2020);
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
