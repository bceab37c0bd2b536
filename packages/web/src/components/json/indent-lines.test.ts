import { expect, test } from 'vitest';
import { indentLines } from './indent-lines.ts';

const text = 'a\n  b\n\tc\nd';

test.each([
  ['in', 0, 0, '  a\n  b\n\tc\nd'],
  ['in', 3, 8, 'a\n    b\n  \tc\nd'],
  ['out', 3, 8, 'a\nb\nc\nd'],
  ['out', 10, 10, 'a\n  b\n\tc\nd'],
  ['in', 2, 6, 'a\n    b\n\tc\nd'],
] as const)('moves lines %s from %i to %i', (way, start, end, expected) => {
  const { from, to, lines } = indentLines({ text, start, end }, way);
  expect(text.slice(0, from) + lines + text.slice(to)).toBe(expected);
});
