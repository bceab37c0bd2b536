import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../contract/index.ts';
import { jsonText, renderJson, renderText } from './texts.ts';

describe('renderText', () => {
  it('shows a short text as it is written', () => {
    expect(renderText('one\n  two <b>', 'Text').toString()).toBe('<pre>one\n  two &lt;b&gt;</pre>');
  });

  it('folds a long one away, with its length and its beginning', () => {
    const page = renderText(`beginning ${'x'.repeat(5_000)}`, 'Observation').toString();
    expect(page).toMatch(/^<details class="text"><summary>Observation, 5,010 characters: <code>beginning x+…<\/code>/);
    expect(page).not.toContain('Cut here');
  });

  it('cuts one of a megabyte, and says how much', () => {
    const page = renderText('x'.repeat(1_000_000), 'Observation').toString();
    expect(page.length).toBeLessThan(25_000);
    expect(page).toContain('Cut here: 980,000 more characters are in the run file.');
  });
});

describe('renderJson', () => {
  it('cuts a value of a megabyte', () => {
    expect(renderJson({ all: Array.from({ length: 100_000 }, () => 'value') }, 'Input').toString()).toMatch(
      /Cut here: [\d,]+ more characters/,
    );
  });
});

describe('jsonText', () => {
  it('has what is short on one line, and the rest on lines of its own', () => {
    const text = jsonText({ id: 'em_1', to: ['kim@lund.example', 'lou@lund.example'], body: 'x'.repeat(60), none: {} });
    expect(text).toBe(
      [
        '{',
        '  "id": "em_1",',
        '  "to": ["kim@lund.example", "lou@lund.example"],',
        `  "body": "${'x'.repeat(60)}",`,
        '  "none": {}',
        '}',
      ].join('\n'),
    );
    expect(jsonText({ a: [1, null, true] })).toBe('{"a": [1, null, true]}');
  });

  it('is the same value in any layout', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(jsonText(value as Json))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});
