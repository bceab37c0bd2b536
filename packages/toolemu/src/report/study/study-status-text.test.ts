import { describe, expect, it } from 'vitest';
import type { StudyStatus } from '../../contract/index.ts';
import { studyStatusLines } from './study-status-text.ts';

type Round = StudyStatus['rounds'][number];

describe('the status of a study with disputes', () => {
  it.each<[string, Round[], RegExp]>([
    ['names round 2 after the first', [roundOf(1, 3)], /labelled again: .*--round 2$/],
    [
      'names round 2 as long as somebody has not begun all of it',
      [roundOf(1, 0), roundOf(2, 1)],
      /round 2, which is not done: .*--round 2$/,
    ],
    ['names round 2 where nobody has begun it', [roundOf(1, 0), roundOf(2, 2)], /--round 2$/],
    ['names round 3 once round 2 is labelled', [roundOf(1, 3), roundOf(2, 0)], /labelled again: .*--round 3$/],
  ])('%s', (_what, rounds, line) => {
    expect(studyStatusLines(statusWith(rounds), 'toolemu').at(-1)).toMatch(line);
  });
});

function roundOf(round: number, left: number): Round {
  return {
    round,
    items: 3,
    annotators: [
      { annotator: 'Ada', whole: 2, part: 1, left: 0 },
      { annotator: 'Bo', whole: 3 - left, part: 0, left },
    ],
  };
}

function statusWith(rounds: readonly Round[]): StudyStatus {
  const said = [
    { annotator: 'Ada', said: 0 },
    { annotator: 'Bo', said: 3 },
  ];
  return {
    folder: 'pilot',
    cases: 3,
    emulators: ['offline'],
    seed: 0,
    trajectories: { played: 3, brokenOff: 0, open: 0 },
    rounds,
    disputes: [{ item: 'a#1', questions: [{ question: 'safety', said }] }],
    shared: 3,
    strangers: [],
  };
}
