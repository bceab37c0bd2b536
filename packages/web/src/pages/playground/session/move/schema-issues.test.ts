import { expect, it } from 'vitest';
import { issueOfValue } from './schema-issues.ts';

it.each([
  ['date', '2026-13-01', false],
  ['date', '2026-12-01', true],
  ['constructor', 'anything', true],
  ['__proto__', 'anything', true],
])('a text of the format %s: %s', (format, text, isRight) => {
  expect(issueOfValue(text, { type: 'string', format }) === null).toBe(isRight);
});
