import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hostileTexts } from '../__fixtures__/report-input.ts';
import { codeSpan } from './code-span.ts';
import { oneLine } from '../terminal/terminal.ts';

describe('codeSpan', () => {
  it.each([
    ['send-to-kim', '`send-to-kim`'],
    ['use `rm`', '`` use `rm` ``'],
    ['a ``b`` c', '```a ``b`` c```'],
    ['a | b', '`a ¦ b`'],
    ['line\nbreak', '`line break`'],
    ['@octocat <b>', '`@octocat <b>`'],
    ['', '`(empty)`'],
    [' \n', '`(empty)`'],
  ])('writes %j as %s', (text, span) => {
    expect(codeSpan(text)).toBe(span);
  });

  it('is one span of one line that ends no cell, whatever the text', () => {
    const hold = (text: string): void => {
      const span = codeSpan(text);
      expect(span).not.toMatch(/[|\n\r\p{Cc}]/u);
      const shown = oneLine(text).replaceAll('|', '¦').trim().toWellFormed();
      expect(readSpan(span)).toBe(shown === '' ? '(empty)' : shown);
    };
    for (const text of hostileTexts) hold(text);
    fc.assert(fc.property(fc.string({ unit: fc.constantFrom('`', '\\', '|', ' ', 'a', '\n', '<', '@') }), hold));
    fc.assert(fc.property(fc.string({ unit: 'binary' }), hold));
  });
});

/** Reads a text that is one code span by CommonMark's rules (section 6.1); null where it is anything else. */
function readSpan(text: string): string | null {
  const fence = /^`+/.exec(text)?.[0] ?? '';
  const runs = [...text.slice(fence.length).matchAll(/`+/g)];
  const end = runs.find(([run]) => run.length === fence.length);
  if (fence === '' || end === undefined || fence.length + end.index + fence.length !== text.length) return null;
  const content = text.slice(fence.length, fence.length + end.index);
  const isPadded = content.startsWith(' ') && content.endsWith(' ') && content.trim() !== '';
  return isPadded ? content.slice(1, -1) : content;
}
