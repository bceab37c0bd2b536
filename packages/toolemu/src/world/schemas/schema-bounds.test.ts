import { describe, expect, it } from 'vitest';
import type { Json, JsonSchema } from '../../contract/index.ts';
import { compileSchema, maxListedErrors, validate } from './json-schema.ts';
import { objectSchema } from './object-schema.ts';
import { SchemaTooLarge } from './schema-bounds.ts';

type Doubling = (reference: Json) => Json;

const doublings: Readonly<Record<string, Doubling>> = {
  allOf: (r) => ({ allOf: [r, r] }),
  anyOf: (r) => ({ anyOf: [r, r] }),
  oneOf: (r) => ({ oneOf: [r, r] }),
  not: (r) => ({ not: { anyOf: [r, r] } }),
  'if and else': (r) => ({ if: r, else: r }),
  dependentSchemas: (r) => ({ dependentSchemas: { a: r, b: r } }),
  'one property twice': (r) => ({ properties: { x: { allOf: [r, r] } } }),
  additionalProperties: (r) => ({ additionalProperties: { anyOf: [r, r] } }),
  unevaluatedProperties: (r) => ({ allOf: [r, r], unevaluatedProperties: false }),
};

/** References of which one applies to each value. */
const branches: Readonly<Record<string, Doubling>> = {
  'properties that are required': (r) => ({ type: 'object', properties: { l: r, r }, required: ['l', 'r'] }),
  'properties that are optional': (r) => ({ type: 'object', properties: { l: r, r } }),
  'items by their places': (r) => ({ type: 'array', prefixItems: [r, r] }),
};

/** A schema of so many definitions, each of which refers twice to the next. */
function chain(length: number, double: Doubling, last: Json = { type: 'object' }): JsonSchema {
  const definitions = Array.from({ length }, (_, at): [string, Json] => [
    `a${at}`,
    at === length - 1 ? last : double({ $ref: `#/$defs/a${at + 1}` }),
  ]);
  return { ...(double({ $ref: '#/$defs/a0' }) as JsonSchema), $defs: Object.fromEntries(definitions) };
}

function nested(levels: number): Json {
  return levels === 0 ? {} : { x: nested(levels - 1) };
}

function timed<T>(work: () => T): { readonly result: T; readonly ms: number } {
  const start = performance.now();
  return { result: work(), ms: performance.now() - start };
}

describe.each(Object.entries(doublings))('40 references that double by %s', (_name, double) => {
  it.each([40, 60])('are refused before anything is held against them (%i definitions)', (length) => {
    const { result, ms } = timed(() =>
      [compileSchema, objectSchema].map((read) => problemOf(() => read(chain(length, double)))),
    );
    expect(result[0]).toBeInstanceOf(SchemaTooLarge);
    if (result[1] !== null) expect(result[1]).toBeInstanceOf(SchemaTooLarge);
    expect(ms).toBeLessThan(1_000);
  });
});

it.each(Object.entries(branches))('40 references that branch by %s are held against values', (_name, branch) => {
  const { result, ms } = timed(() =>
    [chain(40, branch), chain(60, branch)].map((schema) => validate(schema, { l: {} }).ok),
  );
  expect(result).toHaveLength(2);
  expect(ms).toBeLessThan(1_000);
});

function problemOf(work: () => unknown): unknown {
  try {
    work();
    return null;
  } catch (error) {
    return error;
  }
}

describe('a schema whose cost is known with the value only', () => {
  const ref = (target: string): Json => ({ $ref: target });
  const twice = (target: Json): Json => ({ properties: { x: { allOf: [target, target] } } });
  it.each<[string, JsonSchema]>([
    ['recursive', { $defs: { a: twice(ref('#/$defs/a')) }, $ref: '#/$defs/a' }],
    ['recursive over 40 definitions', chain(40, twice, twice(ref('#/$defs/a0')))],
    ['recursive over more definitions than are compiled at once', chain(60, twice, twice(ref('#/$defs/a0')))],
    ['recursive by an anchor', { $defs: { a: { $anchor: 'n', ...(twice(ref('#n')) as JsonSchema) } }, $ref: '#n' }],
    ['recursive by a dynamic reference', { $dynamicAnchor: 'n', ...(twice({ $dynamicRef: '#n' }) as JsonSchema) }],
  ])('is %s: a value that takes too many steps does not fit', (_kind, schema) => {
    expect(validate(schema, nested(5))).toEqual({ ok: true });
    const { result, ms } = timed(() => validate(schema, nested(100)));
    expect(result).toEqual({
      ok: false,
      errors: ['$: is too large for its schema: to validate it takes more than 10,000,000 steps'],
    });
    expect(ms).toBeLessThan(5_000);
  });

  it('compares items in as many steps as they have parts', () => {
    const items = Array.from({ length: 100_000 }, (_, at) => ({ a: at, b: [at] }));
    const { result, ms } = timed(() => validate({ uniqueItems: true }, items));
    expect(result).toEqual({ ok: true });
    expect(ms).toBeLessThan(5_000);
    expect(validate({ uniqueItems: true }, [1, { a: 1, b: 2 }, { b: 2, a: 1 }, '1', 1])).toEqual({
      ok: false,
      errors: ['$: must NOT have duplicate items (items ## 0 and 4 are identical)'],
    });
    expect(validate({ uniqueItems: false }, [1, 1])).toEqual({ ok: true });
  });

  it('lists so many errors, and one of a value that takes many steps', () => {
    const schema = { items: { type: 'string' } };
    expect(validate(schema, Array(1_000).fill(1))).toMatchObject({ errors: { length: maxListedErrors } });
    expect(validate(schema, Array(200_000).fill(1))).toEqual({ ok: false, errors: ['$[0]: must be string'] });
  });

  it('compares a long text with a format in bounded time', () => {
    const text = `http://${'a:'.repeat(20_000)}`;
    const { result, ms } = timed(() => problemOf(() => validate({ format: 'url' }, text)) ?? 'no match');
    expect(result === 'no match' || (result as Error).name === 'TookTooLong').toBe(true);
    expect(ms).toBeLessThan(5_000);
  });
});

it('takes what is large and bounded', () => {
  const wide = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`p${at}`, { type: 'string' }]));
  const definitions = Object.fromEntries(
    Array.from({ length: 100 }, (_, at) => [`d${at}`, { type: 'object', properties: wide }]),
  );
  const properties = Object.fromEntries(Object.keys(definitions).map((name) => [name, { $ref: `#/$defs/${name}` }]));
  const schema = { type: 'object', properties, $defs: definitions };
  expect(validate(schema, { d0: { p0: 'x' } })).toEqual({ ok: true });
  expect(validate(schema, { d0: { p0: 1, p1: 2 } })).toMatchObject({ errors: { length: 2 } });
});
