import { expect, test } from 'vitest';
import { offeredSchema } from './tool-schema.ts';

test('says of each array that anything may be in it where the schema does not say', () => {
  const schema = {
    type: 'object',
    properties: {
      ids: { type: 'array', description: 'ids' },
      rows: { type: 'array', items: { type: 'array' } },
      either: { anyOf: [{ type: ['array', 'null'] }, { type: 'string' }] },
      type: { type: 'string', enum: ['array'] },
    },
    $defs: { list: { type: 'array' } },
  };
  expect(offeredSchema(schema)).toEqual({
    type: 'object',
    properties: {
      ids: { type: 'array', description: 'ids', items: {} },
      rows: { type: 'array', items: { type: 'array', items: {} } },
      either: { anyOf: [{ type: ['array', 'null'], items: {} }, { type: 'string' }] },
      type: { type: 'string', enum: ['array'] },
    },
    $defs: { list: { type: 'array', items: {} } },
  });
});

test('leaves a schema whose arrays say what is in them as it is, and the one given untouched', () => {
  const closed = {
    type: 'object',
    properties: { ids: { type: 'array', items: { type: 'string' } } },
    required: ['ids'],
  };
  expect(JSON.stringify(offeredSchema(closed))).toBe(JSON.stringify(closed));
  const open = { type: 'object', properties: { ids: { type: 'array' } } };
  offeredSchema(open);
  expect(open).toEqual({ type: 'object', properties: { ids: { type: 'array' } } });
});

test.each([
  [
    {
      anyOf: [
        { properties: { id: {} }, required: ['id'] },
        { properties: { name: {} }, required: ['name'] },
      ],
    },
  ],
  [{ $ref: '#/definitions/A', definitions: { A: { type: 'object', properties: { q: { type: 'string' } } } } }],
  [{ properties: { q: { type: 'string' } } }],
  [{}],
  [{ type: ['object', 'null'], not: { required: ['a'] } }],
  [{ type: 'object', allOf: [{ properties: { a: {} } }], if: {}, enum: [{}] }],
])('offers an object without choices at the top level: %j', (schema) => {
  const offered = offeredSchema(schema);
  expect(offered['type']).toBe('object');
  const refused = ['$ref', 'allOf', 'anyOf', 'enum', 'if', 'not', 'oneOf', 'then'];
  expect(refused.filter((keyword) => keyword in offered)).toEqual([]);
});

test('offers a schema for each property, and keeps other boolean schemas', () => {
  const schema = {
    type: 'object',
    properties: { a: true, b: false, c: { additionalProperties: false } },
    additionalProperties: true,
  };
  expect(offeredSchema(schema)).toEqual({
    ...schema,
    properties: { a: {}, b: { not: {} }, c: { additionalProperties: false } },
  });
});
