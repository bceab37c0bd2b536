import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../contract/index.ts';
import { compileSchema } from '../../world/index.ts';
import { contradictionIn, inputContradiction, unusableProperties } from './contradiction.ts';

const required = (name: string, schema: Json): JsonObject => ({
  type: 'object',
  properties: { [name]: schema },
  required: [name],
});
const node = { type: 'object', properties: { next: { $ref: '#/$defs/Node' } }, required: ['next'] };

describe('inputContradiction', () => {
  it.each<[string, JsonObject, string]>([
    ['an enum of numbers for text', required('a', { type: 'string', enum: [1, 2] }), '.properties.a'],
    ['a constant of another type', required('a', { type: 'integer', const: 'x' }), '.properties.a'],
    [
      'an enum whose values all have another type',
      required('a', { type: ['string', 'null'], enum: [1, true] }),
      '.properties.a',
    ],
    ['a constant that is not in the enum', required('a', { const: 3, enum: [1, 2] }), '.properties.a'],
    ['limits the wrong way round', required('a', { type: 'number', minimum: 5, maximum: 3 }), '.properties.a'],
    [
      'limits that exclude each other',
      required('a', { type: 'number', minimum: 3, exclusiveMaximum: 3 }),
      '.properties.a',
    ],
    ['no whole number between limits', required('a', { type: 'integer', minimum: 1.2, maximum: 1.8 }), '.properties.a'],
    ['an enum outside of limits', required('a', { type: 'integer', minimum: 5, enum: [1, 2] }), '.properties.a'],
    ['lengths the wrong way round', required('a', { type: 'string', minLength: 5, maxLength: 3 }), '.properties.a'],
    [
      'a pattern too long for its text',
      required('a', { type: 'string', pattern: '^\\d{5}$', maxLength: 3 }),
      '.properties.a',
    ],
    [
      'a pattern too short for its text',
      required('a', { type: 'string', pattern: '^[A-Z]{3}$', minLength: 5 }),
      '.properties.a',
    ],
    [
      'an enum that a pattern excludes',
      required('a', { type: 'string', pattern: '^x', enum: ['a', 'b'] }),
      '.properties.a',
    ],
    ['more items than are allowed', required('a', { type: 'array', minItems: 3, maxItems: 1 }), '.properties.a'],
    [
      'items that no value can be',
      required('a', { type: 'array', minItems: 1, items: { allOf: [{ type: 'string' }, { type: 'null' }] } }),
      '.properties.a.items.allOf[1]',
    ],
    [
      'more different items than values exist',
      required('a', { type: 'array', uniqueItems: true, minItems: 3, items: { enum: [1, 2] } }),
      '.properties.a',
    ],
    ['a required property that is false', required('a', false), ''],
    [
      'a required property that a closed object lacks',
      { ...required('a', {}), required: ['b'], additionalProperties: false },
      '',
    ],
    [
      'a required property that another part forbids',
      { allOf: [required('a', {}), { properties: { b: {} }, additionalProperties: false }] },
      '.allOf[0]',
    ],
    ['a required property of a forbidden name', { required: ['a'], propertyNames: { enum: ['b'] } }, ''],
    ['more required properties than are allowed', { required: ['a', 'b'], maxProperties: 1 }, ''],
    ['fewer properties than are needed', { properties: { a: {} }, additionalProperties: false, minProperties: 2 }, ''],
    [
      'two types at once',
      required('a', { allOf: [{ type: 'string' }, { type: 'integer' }] }),
      '.properties.a.allOf[1]',
    ],
    [
      'alternatives of which none fits',
      required('a', { type: 'string', anyOf: [{ type: 'null' }, { type: 'integer' }] }),
      '.properties.a.anyOf[0]',
    ],
    ['repeated alternatives', required('a', { oneOf: [{ type: 'string' }, { type: 'string' }] }), '.properties.a'],
    [
      'an object that requires itself recursively',
      { ...required('a', { $ref: '#/$defs/Node' }), $defs: { Node: node } },
      '.$defs.Node',
    ],
    ['a whole that needs itself', required('a', { $ref: '#' }), ''],
    ['what may not be', required('a', { not: {} }), '.properties.a'],
    ['a list at the top', { type: 'array', items: {} }, ''],
    ['text at the top', { type: 'string' }, ''],
  ])('finds %s', (_what, schema, place) => {
    const found = inputContradiction(schema);
    expect(found?.place).toBe(place);
    expect(found?.problem).toBeTruthy();
    expect(found?.remedy).toBeTruthy();
  });

  it.each<[string, JsonObject]>([
    ['an optional property that nothing fits', { type: 'object', properties: { a: { type: 'string', enum: [1] } } }],
    ['an empty schema', {}],
    ['an enum of which one value fits', required('a', { type: 'string', enum: [1, 'x'] })],
    [
      'a list that may end',
      { ...required('a', { $ref: '#/$defs/Node' }), $defs: { Node: { anyOf: [{ type: 'null' }, node] } } },
    ],
    ['items that need not be', required('a', { type: 'array', items: false })],
    ['a type that may be null', required('a', { type: ['string', 'null'], minLength: 3, maxLength: 1 })],
    ['null of OpenAPI 3.0', required('a', { type: 'string', nullable: true, enum: [null, 1] })],
    ['a whole number among numbers', required('a', { allOf: [{ type: 'number' }, { type: 'integer' }] })],
    ['a rule for another type', required('a', { minLength: 5, maxLength: 3 })],
    ['a pattern that matches in a longer text', required('a', { type: 'string', pattern: '[A-Z]{3}', minLength: 5 })],
    ['alternatives, one of which fits', required('a', { oneOf: [{ type: 'string', enum: [1] }, { type: 'null' }] })],
    [
      'a reference inside a schema with its own $id',
      required('a', { $id: 'https://x.example/a', $ref: '#/$defs/A', $defs: { A: {} } }),
    ],
  ])('leaves %s', (_what, schema) => {
    expect(inputContradiction(schema)).toBeNull();
  });

  it('stops an endless search', () => {
    const names = Array.from({ length: 30 }, (_, at) => `D${at}`);
    const $defs = Object.fromEntries(
      names.map((name) => [
        name,
        {
          type: 'object',
          required: names,
          properties: Object.fromEntries(names.map((other) => [other, { $ref: `#/$defs/${other}` }])),
        },
      ]),
    );
    expect(() => inputContradiction({ ...required('a', { $ref: '#/$defs/D0' }), $defs })).not.toThrow();
  });
});

describe('unusableProperties', () => {
  it('names optional properties that no value satisfies, and none that is forbidden on purpose', () => {
    const properties = { a: { type: 'string', enum: [1] }, b: { type: 'string' }, c: false, d: { not: {} } };
    expect(unusableProperties({ type: 'object', properties }).map(({ name, place }) => [name, place])).toEqual([
      ['a', '.properties.a'],
    ]);
  });
});

function compiled(schema: JsonObject): ((value: unknown) => unknown) | null {
  try {
    return compileSchema(schema);
  } catch {
    return null;
  }
}

describe('a contradiction', () => {
  const values = fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 2 },
      fc.constantFrom<Json>(null, true, 0, 1, 2.5, '', 'a', 'abc'),
      fc.array(tie('value'), { maxLength: 2 }),
      fc.dictionary(fc.constantFrom('a', 'b'), tie('value'), { maxKeys: 2, noNullPrototype: true }),
    ),
  })).value;
  const small = fc.integer({ min: 0, max: 3 });
  const { schema } = fc.letrec<{ schema: Json }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.constantFrom<Json>(true, false, {}, { type: 'string' }, { type: ['integer', 'null'] }, { $ref: '#/$defs/A' }),
      fc.record(
        { enum: fc.array(values, { minLength: 1, maxLength: 3 }), type: fc.constantFrom('string', 'number', 'object') },
        { requiredKeys: ['enum'] },
      ),
      fc.record(
        { type: fc.constantFrom('number', 'integer'), minimum: small, maximum: small, exclusiveMaximum: small },
        { requiredKeys: ['type'] },
      ),
      fc.record(
        {
          type: fc.constant('string'),
          minLength: small,
          maxLength: small,
          pattern: fc.constantFrom('^a', 'b$', '^a{2,3}$', 'a|b', '^(?:a|bc)$', '[a-c]+'),
        },
        { requiredKeys: [] },
      ),
      fc.record(
        {
          type: fc.constant('array'),
          items: tie('schema'),
          minItems: small,
          maxItems: small,
          contains: tie('schema'),
          uniqueItems: fc.boolean(),
        },
        { requiredKeys: ['type'] },
      ),
      fc.record(
        {
          type: fc.constant('object'),
          properties: fc.dictionary(fc.constantFrom('a', 'b'), tie('schema'), { noNullPrototype: true }),
          required: fc.uniqueArray(fc.constantFrom('a', 'b')),
          additionalProperties: tie('schema'),
          minProperties: small,
          maxProperties: small,
          propertyNames: tie('schema'),
        },
        { requiredKeys: [] },
      ),
      fc.record(
        {
          allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
          anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
          oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
          not: tie('schema'),
        },
        { requiredKeys: [] },
      ),
    ),
  }));

  it('is never found in a schema that a value satisfies', () => {
    fc.assert(
      fc.property(schema, schema, fc.array(values, { minLength: 5, maxLength: 10 }), (one, definition, candidates) => {
        const whole: JsonObject = { allOf: [one], $defs: { A: definition } };
        const check = compiled(whole);
        if (candidates.some((value) => check?.(value) === true)) expect(contradictionIn(whole)).toBeNull();
      }),
      { numRuns: 400 },
    );
  });
});
