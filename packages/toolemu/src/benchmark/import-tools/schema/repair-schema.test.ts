import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../contract/index.ts';
import { compileSchema } from '../../../world/index.ts';
import { repairSchema } from './repair-schema.ts';

const text = { type: 'string' };
const ofProperty = (schema: Json): JsonObject => ({ type: 'object', properties: { a: schema } });

describe('repairSchema', () => {
  it('takes no keyword that every object has for one of its own', () => {
    const schema = JSON.parse('{"type":"string","__proto__":null,"constructor":1,"toString":2}') as JsonObject;
    const { schema: repaired } = repairSchema(ofProperty(schema));
    expect(Object.keys((repaired.properties as JsonObject).a as JsonObject)).toContain('type');
  });

  it.each<[string, Json, Json]>([
    ['numbers for text', { ...text, enum: [1, 2.5, 'x'] }, { ...text, enum: ['1', '2.5', 'x'] }],
    ['booleans for text', { ...text, enum: [true, false] }, { ...text, enum: ['true', 'false'] }],
    ['null alone for text', { ...text, enum: [null] }, { ...text, enum: ['null'] }],
    ['a constant for text', { ...text, const: 3 }, { ...text, const: '3' }],
    [
      'numbers for strings or null',
      { type: ['string', 'null'], enum: [1, null] },
      { type: ['string', 'null'], enum: ['1', null] },
    ],
    ['texts for whole numbers', { type: 'integer', enum: ['1', '2'] }, { type: 'integer', enum: [1, 2] }],
    ['texts for booleans', { type: 'boolean', enum: ['true'] }, { type: 'boolean', enum: [true] }],
    [
      'choices of a list',
      { type: 'array', items: text, enum: ['a', 'b'] },
      { type: 'array', items: { ...text, enum: ['a', 'b'] } },
    ],
    ['a pattern of Python', { ...text, pattern: '(?i)^a$' }, { ...text, pattern: '^[aA]$' }],
    ['a pattern of no language', { ...text, pattern: '(?R)' }, text],
    ['a pattern of names', { patternProperties: { '\\Aa': text } }, { patternProperties: { '^a': text } }],
    [
      'a limit of draft 4',
      { type: 'number', minimum: 1, exclusiveMinimum: true, maximum: 2, exclusiveMaximum: false },
      { type: 'number', exclusiveMinimum: 1, maximum: 2 },
    ],
    ['a limit of draft 4 alone', { type: 'number', exclusiveMinimum: true }, { type: 'number' }],
    ['a name of draft 4', { ...text, id: '/a' }, text],
    ['an anchor of draft 4', { ...text, id: '#a' }, { ...text, $anchor: 'a' }],
    [
      'a list of items',
      { type: 'array', items: [text], additionalItems: false },
      { type: 'array', prefixItems: [text], items: false },
    ],
    ['the type any', { type: 'any', description: 'x' }, { description: 'x' }],
    [
      'types of Python',
      { type: 'dict', properties: { b: { type: 'float' } } },
      { type: 'object', properties: { b: { type: 'number' } } },
    ],
    ['types in capitals', { type: 'STRING' }, text],
    ['divisibleBy', { type: 'number', divisibleBy: 2 }, { type: 'number', multipleOf: 2 }],
    ['nullable without a type', { enum: ['a'], nullable: true }, { anyOf: [{ enum: ['a'] }, { type: 'null' }] }],
    ['counts as text', { ...text, minLength: '2' }, { ...text, minLength: 2 }],
    ['keywords that are null', { ...text, description: null, enum: null, default: null }, { ...text, default: null }],
    ['an empty list of PHP', { type: 'object', properties: [] }, { type: 'object', properties: {} }],
    ['a date as a limit', { ...text, format: 'date', minimum: '2020-01-01' }, { ...text, format: 'date' }],
    ['a count below zero', { ...text, minLength: -1, maxLength: 2.5 }, text],
    ['a title that is a number', { ...text, title: 5, description: ['x'], deprecated: 'no', examples: 'e' }, text],
    ['no choices', { ...text, enum: [], anyOf: [] }, text],
    ['a multiple of nothing', { type: 'number', multipleOf: 0 }, { type: 'number' }],
    ['a name twice', { required: ['b', 'b'] }, { required: ['b'] }],
    ['a name alone', { required: 'b' }, { required: ['b'] }],
  ])('rewrites %s by its meaning, with a note', (_what, given, expected) => {
    const { schema, repairs } = repairSchema(ofProperty(given));
    expect(schema).toEqual(ofProperty(expected));
    expect(repairs[0]?.place).toBe('properties.a');
    expect(() => compileSchema(schema)).not.toThrow();
  });

  it('moves required: true of draft 3 to the list', () => {
    const { schema, repairs } = repairSchema({
      type: 'object',
      properties: { a: { ...text, required: true }, b: { ...text, required: false }, required: text },
    });
    expect(schema).toEqual({ type: 'object', properties: { a: text, b: text, required: text }, required: ['a'] });
    expect(repairs).toHaveLength(1);
  });

  it('keeps keywords of the draft that the schema names', () => {
    const schema = { $schema: 'http://json-schema.org/draft-07/schema#', ...ofProperty({ items: [text] }) };
    expect(repairSchema(schema)).toEqual({ schema, repairs: [] });
    const twice = { ...schema, properties: { a: { enum: [1, 1] } } };
    expect(repairSchema(twice).schema.properties).toEqual({ a: { enum: [1] } });
  });

  it('repairs every part of a schema and keeps data unchanged', () => {
    const broken = { ...text, enum: [1] };
    const { repairs } = repairSchema({
      $defs: { A: broken },
      anyOf: [{ items: broken }],
      properties: { id: text, type: text, a: { default: broken, examples: [broken] } },
    });
    expect(repairs.map(({ place }) => place)).toEqual(['anyOf[0].items', '$defs.A']);
  });

  it('keeps a valid schema unchanged', () => {
    const schema = ofProperty({ type: ['string', 'null'], enum: ['a', null], pattern: '^a', nullable: true });
    expect(repairSchema(schema).schema).toBe(schema);
  });
});
