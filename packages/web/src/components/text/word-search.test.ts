import { expect, test } from 'vitest';
import { hasWords } from './word-search.ts';

test.each([
  ['', true],
  ['  ', true],
  ['pay RENT', true],
  ['rent pay', true],
  ['pay lease', false],
  ['rent\tto', true],
])('the words of %j are found: %s', (search, isFound) => {
  expect(hasWords(['Pay the rent', 'to Ines'], search)).toBe(isFound);
});
