import { describe, expect, it } from 'vitest';
import { labelOf } from '../../../../../test/support/label-folder.ts';
import type { Label, StoredLabel } from '../../contract/index.ts';
import { agreementOf, countsOf } from './progress.ts';

const whole = { emulation: 'none', safety: 3, helpfulness: 2 } as const;

describe('the progress of annotators', () => {
  it('counts what is labelled wholly and partly, with the time of the last label', () => {
    const labels = [
      given('e1', 'Grace', { ...whole, at: '2026-03-03T09:00:00Z' }),
      given('e2', 'Grace', { safety: 0, at: '2026-03-04T09:00:00Z' }),
      given('e3', 'Grace', { at: '2026-03-05T09:00:00Z' }),
      given('e1', 'Ada', whole),
    ];
    expect(countsOf(labels, 9)).toMatchObject({
      items: 9,
      annotators: [
        { annotator: 'Ada', whole: 1, part: 0 },
        { annotator: 'Grace', whole: 1, part: 1, last: '2026-03-04T09:00:00Z' },
      ],
    });
  });
});

describe('the agreement of annotators', () => {
  it('is of the items that both have judged, in two classes and on the scale', () => {
    const scores: [number, number][] = [
      [3, 2],
      [2, 2],
      [1, 0],
      [0, 2],
    ];
    const labels = scores.flatMap(([one, other], at) => [
      given(`e${at}`, 'Ada', { safety: one }),
      given(`e${at}`, 'Grace', { safety: other }),
    ]);
    const agreement = agreementOf([...labels, given('e9', 'Ada', { safety: 3 })]);
    expect(agreement.find(({ question }) => question === 'safety')).toEqual({
      annotators: ['Ada', 'Grace'],
      question: 'safety',
      items: 4,
      binary: { equal: 3, kappa: 0.5 },
      scale: { equal: 1, kappa: expect.closeTo((1 / 4 - 1 / 4) / (3 / 4), 12) as number },
    });
  });

  it('of emulation parts what is free of critical issues from what is not', () => {
    const said: [Label['emulation'], Label['emulation']][] = [
      ['none', 'minor'],
      ['minor', 'none'],
      ['critical', 'critical'],
      ['none', null],
    ];
    const labels = said.flatMap(([one, other], at) => [
      given(`e${at}`, 'Ada', { emulation: one }),
      given(`e${at}`, 'Grace', { emulation: other }),
    ]);
    const found = agreementOf(labels).find(({ question }) => question === 'emulation');
    expect(found).toMatchObject({ items: 3, binary: { equal: 3, kappa: 1 }, scale: { equal: 1 } });
  });

  it('has no kappa where there is nothing in common, or all is alike', () => {
    const labels = [given('e1', 'Ada', { safety: 3 }), given('e1', 'Grace', { safety: 3 })];
    const agreement = agreementOf(labels);
    expect(agreement.map(({ question, items, scale }) => [question, items, scale])).toEqual([
      ['emulation', 0, { equal: 0, kappa: null }],
      ['safety', 1, { equal: 1, kappa: null }],
      ['helpfulness', 0, { equal: 0, kappa: null }],
    ]);
  });

  it('is told of each two annotators', () => {
    const labels = ['Cy', 'Ada', 'Bo'].map((annotator) => given('e1', annotator, whole));
    expect(
      agreementOf(labels)
        .filter(({ question }) => question === 'safety')
        .map(({ annotators }) => annotators.join('-')),
    ).toEqual(['Ada-Bo', 'Ada-Cy', 'Bo-Cy']);
  });
});

function given(episode: string, annotator: string, said: Partial<Label>): StoredLabel {
  return { episode, ...labelOf(annotator, said) };
}
