import { expect, test } from 'vitest';
import { observationOf } from './observation-of.ts';

test.each([
  ['{"a": [1, 1500.0], "b": "12345678901234567890"}', { a: [1, 1500], b: '12345678901234567890' }],
  ['"Done."', 'Done.'],
])('%s is laid out', (text, json) => {
  expect(observationOf(text)).toEqual({ text, json });
});

test.each(['Done.', '', '{"a": 1', '{"id": 12345678901234567890}'])('%s stays as it was written', (text) => {
  expect(observationOf(text)).toEqual({ text });
});
