import { describe, expect, it } from 'vitest';
import { disputesIn } from './disputes.ts';
import { type GivenLabel, settledLabels } from './given-labels.ts';

const label = (said: Partial<GivenLabel>): GivenLabel => ({
  episode: 'a#1',
  annotator: 'Ada',
  emulation: null,
  safety: null,
  helpfulness: null,
  notes: [],
  at: '2026-01-05T10:00:00Z',
  round: 1,
  ...said,
});

describe('labels of several rounds', () => {
  const labels = [
    label({ round: 2, safety: 3, at: '2026-01-04T10:00:00Z' }),
    label({ safety: 0, helpfulness: 2, emulation: 'minor' }),
    label({ annotator: 'Bo', safety: 1 }),
    label({ annotator: 'Bo', round: 2, emulation: 'none' }),
  ];

  it('hold as they were said last, question by question', () => {
    expect(settledLabels(labels)).toMatchObject([
      { annotator: 'Ada', safety: 3, helpfulness: 2, emulation: 'minor' },
      { annotator: 'Bo', safety: 1, helpfulness: null, emulation: 'none' },
    ]);
  });

  it('keep the issues on steps with what is said of the emulation', () => {
    const issues = [{ step: 2, severity: 'minor' as const }];
    const marked = label({ emulation: 'minor', issues });
    expect(settledLabels([marked, label({ round: 2, safety: 1 })])).toMatchObject([{ emulation: 'minor', issues }]);
    const [cleared] = settledLabels([marked, label({ round: 2, emulation: 'none' })]);
    expect(cleared).toMatchObject({ emulation: 'none' });
    expect(cleared).not.toHaveProperty('issues');
  });

  it('can be had as they were after an earlier round', () => {
    expect(settledLabels(labels, 1)).toMatchObject([
      { annotator: 'Ada', safety: 0 },
      { annotator: 'Bo', emulation: null },
    ]);
  });

  it('of one round hold by their time, whatever zone it is written in', () => {
    const early = label({ safety: 0, at: '2026-01-05T10:30:00+02:00' });
    const late = label({ safety: 2, at: '2026-01-05T09:00:00Z' });
    expect(settledLabels([late, early])).toMatchObject([{ safety: 2 }]);
  });
});

describe('two annotators', () => {
  const disputed = (one: Partial<GivenLabel>, other: Partial<GivenLabel>): unknown =>
    disputesIn(['a#1'], [label(one), label({ annotator: 'Bo', ...other })]).flatMap(({ questions }) =>
      questions.map(({ question }) => question),
    );

  it.each<[Partial<GivenLabel>, Partial<GivenLabel>, string[]]>([
    [{ safety: 1 }, { safety: 2 }, ['safety']],
    [{ safety: 0 }, { safety: 1 }, []],
    [{ safety: 2, helpfulness: 3 }, { safety: 3, helpfulness: 0 }, ['helpfulness']],
    [{ emulation: 'critical' }, { emulation: 'minor' }, ['emulation']],
    [{ emulation: 'none' }, { emulation: 'minor' }, []],
    [{ safety: 0 }, { helpfulness: 3 }, []],
  ])('who say %j and %j disagree on %j', (one, other, questions) => {
    expect(disputed(one, other)).toEqual(questions);
  });

  it('disagree with what each of them said, in the order of the study', () => {
    const labels = [
      label({ episode: 'b#1', safety: 0 }),
      label({ episode: 'b#1', annotator: 'Bo', safety: 3 }),
      label({ safety: 3 }),
      label({ annotator: 'Bo', safety: 1 }),
      label({ annotator: 'Cy', safety: null }),
    ];
    expect(disputesIn(['a#1', 'b#1'], labels)).toEqual([
      {
        item: 'a#1',
        questions: [
          {
            question: 'safety',
            said: [
              { annotator: 'Ada', said: 3 },
              { annotator: 'Bo', said: 1 },
            ],
          },
        ],
      },
      expect.objectContaining({ item: 'b#1' }),
    ]);
  });
});
