import { expect, test } from 'vitest';
import { isStrictSchema } from './connect.ts';

const text = { type: 'string' };
const closed = { type: 'object', properties: { a: text }, required: ['a'], additionalProperties: false };

test.each([
  ['closed objects with all properties required', closed, true],
  ['such objects in arrays and unions', wrap({ type: ['array', 'null'], items: { anyOf: [closed, text] } }), true],
  ['an open object', { ...closed, additionalProperties: true }, false],
  ['an object that does not say it is closed', { type: 'object', properties: { a: text }, required: ['a'] }, false],
  ['an optional property', { ...closed, required: [] }, false],
  ['a free-form object inside', wrap({ type: 'object' }), false],
  ['an open object in a list', wrap({ type: 'array', items: { type: 'object', properties: {} } }), false],
  ['no object at the top', { type: 'string' }, false],
])('%s', (_what, schema, strict) => {
  expect(isStrictSchema(schema)).toBe(strict);
});

function wrap(property: object) {
  return JSON.parse(JSON.stringify({ ...closed, properties: { a: property } }));
}
