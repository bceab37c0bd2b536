import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonSchema } from '../../contract/index.ts';
import { compileSchema, cutToSchema, validate } from './json-schema.ts';

const draft7 = 'http://json-schema.org/draft-07/schema#';
const draft2020 = 'https://json-schema.org/draft/2020-12/schema';

describe('validate', () => {
  it.each<[string, JsonSchema, Json, string[]]>([
    ['a property that is missing', { type: 'object', required: ['to'] }, {}, ["$: must have required property 'to'"]],
    [
      'a property that is not allowed',
      { type: 'object', properties: { to: {} }, additionalProperties: false },
      { too: 1 },
      ['$: unknown property "too"'],
    ],
    ['a value that is not listed', { enum: ['inbox', 'sent'] }, 'bin', ['$: must be one of ["inbox","sent"]']],
    [
      'a place in depth',
      { properties: { to: { items: { properties: { 'a/b~c': { type: 'string' } } } } } },
      { to: [{}, { 'a/b~c': 1 }] },
      ['$.to[1].a/b~c: must be string'],
    ],
    [
      'all there is',
      { properties: { a: { type: 'string' }, b: { minimum: 3 } } },
      { a: 1, b: 2 },
      ['$.a: must be string', '$.b: must be >= 3'],
    ],
  ])('names %s', (_what, schema, value, errors) => {
    expect(validate(schema, value)).toEqual({ ok: false, errors });
  });

  it.each<[string, JsonSchema, Json]>([
    ['a number for a string', { type: 'string' }, 4],
    ['text for a number', { type: 'number' }, '4'],
    ['text for a boolean', { type: 'boolean' }, 'true'],
    ['one for a list', { type: 'array' }, 'a'],
    ['null for a string', { type: 'string' }, null],
    ['4.5 for an integer', { type: 'integer' }, 4.5],
  ])('does not coerce %s', (_what, schema, value) => {
    expect(validate(schema, value).ok).toBe(false);
  });

  it('takes 4.0 for an integer, and fills no defaults', () => {
    const value = {};
    expect(validate({ properties: { limit: { default: 20 } } }, value)).toEqual({ ok: true });
    expect(value).toEqual({});
    expect(validate({ type: 'integer' }, 4.0)).toEqual({ ok: true });
  });

  it.each<[string, Json, Json]>([
    ['email', 'amy@x.com', 'amy'],
    ['date-time', '2026-03-03T09:12:00-05:00', '2026-03-03'],
    ['date', '2026-03-03', '2026-02-30'],
    ['uri', 'https://x.com/a', 'x'],
    ['uuid', '3f2504e0-4f89-41d3-9a0c-0305e82c3301', '3f2504e0'],
  ])('holds text to the format %s', (format, good, bad) => {
    for (const $schema of [draft7, draft2020]) {
      expect(validate({ $schema, type: 'string', format }, good).ok).toBe(true);
      expect(validate({ $schema, type: 'string', format }, bad).ok).toBe(false);
    }
  });

  it('does not trip over keywords and formats it does not know', () => {
    expect(validate({ type: 'string', format: 'iban', 'x-order': 3, nullable: true }, 'DE02').ok).toBe(true);
  });

  const tuple = (keyword: string, $schema?: string): JsonSchema => ({
    ...($schema === undefined ? {} : { $schema }),
    type: 'array',
    [keyword]: [{ type: 'string' }],
  });

  it.each<[string, JsonSchema]>([
    ['2020-12', tuple('prefixItems', draft2020)],
    ['2020-12 where it names none', tuple('prefixItems')],
    ['draft-07', tuple('items', draft7)],
    ['draft-07 without its #', tuple('items', draft7.slice(0, -1))],
    ['draft-06, as draft-07', tuple('items', 'http://json-schema.org/draft-06/schema#')],
    ['draft-04, as draft-07', tuple('items', 'http://json-schema.org/draft-04/schema#')],
  ])('reads a schema by the draft it names: %s', (_draft, schema) => {
    expect([validate(schema, ['a']).ok, validate(schema, [1]).ok]).toEqual([true, false]);
  });

  it.each<[string, JsonSchema]>([
    ['the root', { type: 'object', properties: { child: { $ref: '#' }, name: { type: 'string' } } }],
    [
      'a definition',
      {
        $ref: '#/$defs/a~1b',
        $defs: { 'a/b': { type: 'object', properties: { child: { $ref: '#/$defs/a~1b' }, name: { type: 'string' } } } },
      },
    ],
    [
      'an anchor',
      {
        allOf: [{ $ref: '#node' }],
        $defs: {
          any: { $anchor: 'node', type: 'object', properties: { child: { $ref: '#node' }, name: { type: 'string' } } },
        },
      },
    ],
    [
      'the root by its id',
      {
        $id: 'https://x.org/node',
        type: 'object',
        properties: { child: { $ref: 'https://x.org/node' }, name: { type: 'string' } },
      },
    ],
  ])('follows a reference to %s, in copies of the schema too', (_what, schema) => {
    for (const one of [schema, structuredClone(schema)]) {
      expect(validate(one, { child: { child: { name: 'x' } } })).toEqual({ ok: true });
      expect(validate(one, { child: { child: { name: 1 } } })).toMatchObject({
        errors: ['$.child.child.name: must be string'],
      });
    }
  });

  it.each<[string, (type: string) => JsonSchema]>([
    ['id', (type) => ({ $id: 'https://x.org/same', type })],
    ['inner id', (type) => ({ $ref: '#/$defs/a', $defs: { [type]: {}, a: { $id: 'https://x.org/inner', type } } })],
    ['anchor', (type) => ({ $ref: '#same', $defs: { [type]: { $anchor: 'same', type } } })],
    ['root', (type) => ({ anyOf: [{ type }, { type: 'object', properties: { a: { $ref: '#' } } }] })],
  ])('keeps schemas of one %s apart', (_what, schemaOf) => {
    const [text, number] = [schemaOf('string'), schemaOf('number')];
    for (const [schema, value, expected] of [
      [text, 'a', true],
      [number, 1, true],
      [text, 1, false],
      [number, 'a', false],
    ] as const) {
      expect(validate(schema, value).ok).toBe(expected);
    }
  });
});

describe('compileSchema', () => {
  it.each<[string, JsonSchema, string]>([
    ['a type that is none', { type: 'strnig' }, 'schema is invalid'],
    ['a reference to nothing', { $ref: '#/$defs/none' }, "can't resolve reference #/$defs/none"],
    ['a reference to elsewhere', { $ref: 'https://x.org/none' }, "can't resolve reference https://x.org/none"],
    ['a reference to itself', { $ref: '#' }, '$ref is cyclic: # → # never reaches a schema of its own'],
    ['the root as a part of itself', { allOf: [{ $ref: '#' }] }, '$ref is cyclic: # → #'],
    [
      'two that refer to each other',
      {
        properties: { a: { $ref: '#/$defs/a' } },
        $defs: { a: { $ref: '#/$defs/b' }, b: { anyOf: [{ $ref: '#/$defs/a' }] } },
      },
      '$ref is cyclic: #/$defs/a → #/$defs/b → #/$defs/a',
    ],
    ['a cycle behind `if`', { $defs: { a: { if: { $ref: '#/$defs/a' } } } }, '$ref is cyclic'],
  ])('refuses %s', (_what, schema, message) => {
    expect(() => compileSchema(schema)).toThrow(message);
  });

  it('compiles a schema once', () => {
    const schema = { type: 'string' };
    expect(compileSchema(schema)).toBe(compileSchema(schema));
  });
});

describe('cutToSchema', () => {
  const mail = { type: 'object', properties: { id: {}, from: { type: 'string' } } };

  it.each<[string, Json, Json, Json]>([
    ['drops what is not named', mail, { id: 1, from: 'a', body: 'b' }, { id: 1, from: 'a' }],
    ['leaves out what is not there', mail, { id: null }, { id: null }],
    ['cuts every item of a list', { type: 'array', items: mail }, [{ id: 1, body: 'b' }, { to: 'c' }], [{ id: 1 }, {}]],
    ['cuts in depth', { properties: { mail } }, { mail: { id: 1, body: 'b' } }, { mail: { id: 1 } }],
    [
      'keeps an object without properties whole',
      { properties: { headers: { type: 'object' } } },
      { headers: { a: { b: 1 } } },
      { headers: { a: { b: 1 } } },
    ],
    ['keeps a list without items whole', { type: 'array' }, [{ a: 1 }], [{ a: 1 }]],
    ['keeps what does not fit, for validation to find', { properties: { a: mail } }, { a: 'text' }, { a: 'text' }],
    ['keeps everything without a schema', true, { a: 1 }, { a: 1 }],
    ['does not take inherited names for properties', { properties: { toString: {}, a: {} } }, { a: 1 }, { a: 1 }],
    ['drops all where nothing is named', { properties: {} }, { a: 1 }, {}],
    [
      'follows references',
      { type: 'array', items: { $ref: '#/$defs/mail' }, $defs: { mail } },
      [{ id: 1, body: 'b' }],
      [{ id: 1 }],
    ],
    [
      'follows a reference to the root',
      { properties: { id: {}, reply: { $ref: '#' } } },
      { id: 1, reply: { id: 2, body: 'b', reply: { body: 'c' } } },
      { id: 1, reply: { id: 2, reply: {} } },
    ],
    ['names what one of the alternatives names', { anyOf: [mail, { type: 'null' }] }, { id: 1, body: 'b' }, { id: 1 }],
    [
      'names what all parts name',
      { allOf: [mail, { properties: { to: {} } }] },
      { id: 1, to: 2, body: 3 },
      { id: 1, to: 2 },
    ],
  ])('%s', (_what, schema, value, expected) => {
    expect(cutToSchema(value, schema)).toEqual(expected);
  });

  it('keeps the order in which the schema names properties', () => {
    expect(Object.keys(cutToSchema({ from: 'a', id: 1 }, mail) as object)).toEqual(['id', 'from']);
  });

  it('does not hang on a schema that refers to itself', () => {
    expect(cutToSchema({ a: 1 }, { $ref: '#' })).toEqual({ a: 1 });
  });

  it('cuts the same twice as once, and adds nothing', () => {
    const schema = { properties: { a: { properties: { b: {} } }, c: { items: { properties: { a: {} } } } } };
    const key = fc.constantFrom('a', 'b', 'c');
    const { value } = fc.letrec<{ value: Json }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        fc.integer(),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(key, tie('value'), { maxKeys: 3 }),
      ),
    }));
    fc.assert(
      fc.property(value, (any) => {
        const kept = structuredClone(any);
        const cut = cutToSchema(any, schema);
        expect(cutToSchema(cut, schema)).toEqual(cut);
        expect(any).toEqual(kept);
        if (cut !== null && typeof cut === 'object' && !Array.isArray(cut)) expect(any).toMatchObject(shallow(cut));
      }),
    );
  });
});

function shallow(value: Record<string, Json>): Record<string, unknown> {
  return Object.fromEntries(Object.keys(value).map((key) => [key, expect.anything()]));
}
