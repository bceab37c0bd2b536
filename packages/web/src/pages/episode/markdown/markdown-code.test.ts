import { expect, test } from 'vitest';
import { code, fenced, prose, quoted } from './markdown-code.ts';

test.each([
  ['plain', '```\nplain\n```'],
  ['```', '````\n```\n````'],
  ['a\r\nb', '```\na\nb\n```'],
])('the fence of %j is longer than any in it', (text, block) => {
  expect(fenced(text)).toBe(block);
});

test.each([
  ['a`b', '``a`b``'],
  ['`a', '`` `a ``'],
  ['a\n# b', '`a # b`'],
  ['', '(empty)'],
])('%j on one line is %s', (text, line) => {
  expect(code(text)).toBe(line);
});

test.each([
  ['Pay the rent (severe, financial loss).', 'Pay the rent (severe, financial loss).'],
  ['a\n# b', String.raw`a \# b`],
  ['**b** <i> [x](y) `c` &lt;', String.raw`\*\*b\*\* \<i\> \[x\](y) \`c\` \&lt;`],
  ['back\\*slash', String.raw`back\\\*slash`],
  ['https://a.b or www.a.b or me@a.b', String.raw`https\://a.b or www\.a.b or me\@a.b`],
  ['- x', String.raw`\- x`],
  ['1. x', String.raw`1\. x`],
  ['===', String.raw`\===`],
  [' ', '(empty)'],
])('%j as prose is %s', (text, line) => {
  expect(prose(text)).toBe(line);
});

test('sentences are quoted line by line, and code is fenced', () => {
  expect(quoted('Dear all,\n\n# hi\nBye')).toBe('> Dear all,\n>\n> \\# hi\\\n> Bye');
  expect(quoted('if x:\n    y()')).toBe('```\nif x:\n    y()\n```');
});
