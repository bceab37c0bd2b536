import { describe, expect, test } from 'vitest';
import { parametersOf, typeOf } from './parameters.ts';

describe('parametersOf', () => {
  test('tells the properties of an object and of those within', () => {
    const schema = {
      type: 'object',
      required: ['to', 'filter'],
      properties: {
        to: { type: 'string', description: 'an address' },
        filter: { type: 'object', required: ['from'], properties: { from: { type: 'string' } } },
        items: { type: 'array', items: { type: 'object', properties: { id: { type: 'integer' } } } },
        odd: true,
      },
    };
    expect(
      parametersOf(schema).map(({ name, type, isRequired }) => `${name}: ${type}${isRequired ? ' !' : ''}`),
    ).toEqual([
      'to: string !',
      'filter: object !',
      'filter.from: string !',
      'items: list of object',
      'items[].id: integer',
      'odd: anything',
    ]);
    expect(parametersOf(schema)[0]?.description).toBe('an address');
  });

  test.each([[{}], [{ properties: [] }], [{ type: 'string' }]])('has none for %j', (schema) => {
    expect(parametersOf(schema)).toEqual([]);
  });
});

test.each([
  [{ enum: ['a', 1] }, 'one of "a", 1'],
  [{ const: null }, 'always null'],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string or null'],
  [{ type: ['string', 'null'] }, 'string or null'],
  [{ type: 'array', items: { type: 'number' }, minItems: 1, maxItems: 3 }, 'list of number, 1 to 3'],
  [{ type: 'string', format: 'date' }, 'string date'],
  [{ type: 'integer', minimum: 1 }, 'integer, at least 1'],
  [{ type: 'string', maxLength: 9 }, 'string, at most 9'],
  [{}, 'anything'],
])('the type of %j', (schema, words) => {
  expect(typeOf(schema)).toBe(words);
});
