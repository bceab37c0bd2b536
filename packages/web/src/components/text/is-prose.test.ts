import { expect, test } from 'vitest';
import { isProse } from './is-prose.ts';

test.each([
  ['Dear Ms Llorens,\n\nplease pay by Friday.\n- the rent\n- the fee', true],
  ['', true],
  ['if x:\n    y()', false],
  ['PID   USER\n12    root', false],
  ['{\n"a": 1\n}', false],
  ['<html>\n<body>', false],
  ['#!/bin/sh\necho', false],
])('%j reads as sentences: %s', (text, is) => {
  expect(isProse(text)).toBe(is);
});
