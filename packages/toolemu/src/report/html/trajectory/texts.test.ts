import { describe, expect, it } from 'vitest';
import { renderJson, renderText } from './texts.ts';

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
