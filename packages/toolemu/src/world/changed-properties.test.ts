import { expect, test } from 'vitest';
import { changedProperties } from './changed-properties.ts';

test.each([
  [{ a: 1, b: [1] }, { a: 1, b: [1] }, {}],
  [{ a: 1, b: [1] }, { a: 1, b: [1, 2] }, { b: [1, 2] }],
  [{ a: 1 }, { a: 1, b: false }, { b: false }],
  [{ a: 1, b: 2 }, { a: 1 }, { b: null }],
])('between %j and %j are %j', (before, now, changed) => {
  expect(changedProperties(before, now)).toEqual(changed);
});
