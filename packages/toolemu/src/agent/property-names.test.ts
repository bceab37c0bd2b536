import { expect, test } from 'vitest';
import { offeredInput } from './property-names.ts';

const text = { type: 'string' };
const input = {
  type: 'object',
  properties: { $filter: text, filter: text, 'user:id': text, plain: text, ['x'.repeat(80)]: text, 名前: text },
  required: ['$filter', 'plain'],
};

test('offers distinct property names that every provider accepts, and maps them back', () => {
  const { schema, ownArguments } = offeredInput(input);
  const names = Object.keys(schema.properties as object);
  expect(names.every((name) => /^[\w.-]{1,64}$/.test(name))).toBe(true);
  expect(new Set(names).size).toBe(6);
  expect(names.slice(1, 4)).toEqual(['filter', 'user_id', 'plain']);
  expect(schema.required).toEqual([names[0], 'plain']);
  const args = Object.fromEntries(names.map((name, at) => [name, at]));
  expect(ownArguments(args)).toEqual(Object.fromEntries(Object.keys(input.properties).map((name, at) => [name, at])));
  expect(ownArguments({ unknown: 1 })).toEqual({ unknown: 1 });
});

test('keeps an input with valid names unchanged', () => {
  const sound = { type: 'object', properties: { 'a.b-c_D': text } };
  expect(offeredInput(sound).schema).toBe(sound);
});
