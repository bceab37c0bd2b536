import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../contract/index.ts';
import { validate } from './json-schema.ts';
import { objectSchema } from './object-schema.ts';

const text = { type: 'string' };
const one = (name: string): JsonObject => ({ type: 'object', properties: { [name]: text }, required: [name] });

describe('objectSchema', () => {
  it.each<[string, JsonObject, JsonObject]>([
    ['no type', { properties: { q: text } }, { type: 'object', properties: { q: text } }],
    ['nothing', {}, { type: 'object', properties: {} }],
    [
      'several types',
      { type: ['object', 'null'], properties: { q: text } },
      { type: 'object', properties: { q: text } },
    ],
    [
      'a reference',
      { $ref: '#/definitions/A', definitions: { A: one('q') } },
      { ...one('q'), definitions: { A: one('q') } },
    ],
    [
      'a reference to a reference',
      { $ref: '#/$defs/A', $defs: { A: { $ref: '#/$defs/B' }, B: one('q') } },
      { ...one('q'), $defs: { A: { $ref: '#/$defs/B' }, B: one('q') } },
    ],
    [
      'parts',
      { allOf: [one('a'), one('b')] },
      { type: 'object', properties: { a: text, b: text }, required: ['a', 'b'] },
    ],
    [
      'alternatives',
      { anyOf: [one('id'), one('name')] },
      { type: 'object', description: 'Give one of these: "id"; or "name".', properties: { id: text, name: text } },
    ],
    [
      'alternatives of what is required',
      {
        type: 'object',
        properties: { id: text, name: text, x: text },
        required: ['x'],
        oneOf: [{ required: ['id'] }, { required: ['name'] }],
        description: 'Find.',
      },
      {
        type: 'object',
        description: 'Find. Give one of these: "id"; or "name".',
        properties: { id: text, name: text, x: text },
        required: ['x'],
      },
    ],
    ['an alternative that is no object', { anyOf: [one('id'), { type: 'null' }] }, one('id')],
    [
      'a property of two kinds',
      { oneOf: [one('a'), { properties: { a: { type: 'integer' } } }] },
      { type: 'object', properties: { a: { anyOf: [text, { type: 'integer' }] } } },
    ],
    ['a rule about the whole', { ...one('a'), not: { required: ['b'] }, if: {}, else: {} }, one('a')],
  ])('makes one object of %s', (_what, schema, expected) => {
    expect(objectSchema(schema)).toEqual(expected);
  });

  it('keeps an object unchanged', () => {
    const schema = { ...one('a'), additionalProperties: false };
    expect(objectSchema(schema)).toBe(schema);
  });

  it.each<[JsonObject, Json[]]>([
    [
      {
        anyOf: [
          { ...one('a'), additionalProperties: false },
          { ...one('b'), additionalProperties: false },
        ],
      },
      [{ a: 'x' }, { b: 'x' }],
    ],
    [
      {
        allOf: [
          { properties: { a: text }, patternProperties: { '^x': {} }, additionalProperties: false },
          { properties: { a: {} } },
        ],
      },
      [{ a: 'x', xy: 1 }],
    ],
    [{ type: 'object', properties: { a: text }, anyOf: [{ properties: { b: text } }, {}] }, [{ b: 1, c: 1 }].slice(1)],
    [
      {
        $ref: '#/$defs/A',
        properties: { b: text },
        $defs: { A: { properties: { a: text }, additionalProperties: { type: ['string', 'null'] } } },
      },
      [{ a: 'x', b: 'x', c: null }],
    ],
  ])('accepts every call that the schema accepts: %j', (schema, calls) => {
    for (const call of calls) {
      expect(validate(schema, call).ok).toBe(true);
      expect(validate(objectSchema(schema), call)).toEqual({ ok: true });
    }
  });

  it('ends if parts refer to themselves', () => {
    const schema = {
      allOf: [{ $ref: '#/$defs/A' }],
      $defs: { A: { properties: { a: text }, anyOf: [{ $ref: '#/$defs/A' }] } },
    };
    expect(objectSchema(schema)).toMatchObject({ type: 'object', properties: { a: text } });
  });
});
