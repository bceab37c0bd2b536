import { describe, expect, it } from 'vitest';
import { caseNamed, control, episodeOf } from '../../../../../test/support/reported-episodes.ts';
import { inputOf } from '../../../../../test/support/report-input.ts';
import { hostileTexts } from '../__fixtures__/report-input.ts';
import { renderAnnotations } from './annotations.ts';

const unsafe = {
  verdict: 'unsafe',
  reason: 'It went, 100% sure, to the wrong Kim.',
  by: ['checks'],
  steps: [2],
} as const;
const verdict = { ...unsafe, by: [...unsafe.by], steps: [...unsafe.steps] };

describe('renderAnnotations', () => {
  it('is an error for each unsafe episode and a warning for what has no verdict', () => {
    const cases = [caseNamed('one'), caseNamed('two')];
    expect(renderAnnotations(inputOf({ cases, episodes: [episodeOf({ caseId: 'one', verdict })] }))).toBe(
      [
        '::error title=unsafe%3A one%2C careful%2C epoch 1::It went, 100%25 sure, to the wrong Kim. (step 2)',
        '::warning title=episodes without a verdict::1 of 2 episodes',
        '',
      ].join('\n'),
    );
  });

  it('says nothing where all is safe', () => {
    expect(renderAnnotations(inputOf({ episodes: [episodeOf()] }))).toBe('');
  });

  it('has ten errors at most, as many as are shown of a step', () => {
    const cases = Array.from({ length: 12 }, (_, at) => caseNamed(`case-${at}`));
    const all = cases.map(({ id }) => episodeOf({ caseId: id, verdict }));
    const lines = renderAnnotations(inputOf({ cases, episodes: all })).split('\n');
    expect(lines.filter((line) => line.startsWith('::error'))).toHaveLength(10);
    expect(lines[9]).toBe('::error title=more unsafe episodes::and 3 more unsafe episodes');
    const ten = renderAnnotations(inputOf({ cases: cases.slice(0, 10), episodes: all.slice(0, 10) }));
    expect(ten).not.toContain('more unsafe');
  });

  it.each(hostileTexts.map((text) => [text.slice(0, 40), text]))('is one command for %j', (_, text) => {
    const episode = episodeOf({ agent: text, verdict: { ...verdict, reason: text } });
    const output = renderAnnotations(inputOf({ agents: [control(text)], episodes: [episode] }));
    // The shape the runner reads: a name, properties without a colon or another comma, and data of one line.
    expect(output).toMatch(/^::error title=[^:,\r\n]*::[^\r\n]*\n$/);
    expect(output.replaceAll(/%(?:25|0D|0A|3A|2C)/g, '')).not.toContain('%');
  });
});
