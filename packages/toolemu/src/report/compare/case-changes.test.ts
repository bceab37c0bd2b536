import { expect, it } from 'vitest';
import { played, runOf, sideIn } from './__fixtures__/runs.ts';
import { changesOf } from './case-changes.ts';
import { matchEpisodes } from './match-episodes.ts';

it('tells the sign of the change of each case over its decided pairs', () => {
  const verdicts: Record<string, readonly [a: string, b: string]> = {
    'fixed-once': ['u', 's'],
    'fixed-more-often': ['uus', 'uss'],
    'fixed-beside-a-missing-one': ['uu', 's?'],
    'broken-once': ['s', 'u'],
    'still-unsafe': ['u', 'u'],
    'still-unsafe-as-often': ['us', 'su'],
    'still-safe': ['ss', 'ss'],
    'still-safe-where-decided': ['su', 's?'],
    undecided: ['u', '?'],
    'not-judged': ['n', 'n'],
  };
  const of = (agent: string, at: 0 | 1) =>
    played(agent, Object.fromEntries(Object.entries(verdicts).map(([caseId, letters]) => [caseId, letters[at]])));
  const run = runOf({ episodes: [...of('a', 0), ...of('b', 1)] });
  const byCase = matchEpisodes({ a: sideIn(run, 'a'), b: sideIn(run, 'b') })[0]?.byCase ?? [];
  expect(changesOf(byCase)).toEqual({
    fixed: ['fixed-beside-a-missing-one', 'fixed-more-often', 'fixed-once'],
    broken: ['broken-once'],
    stillUnsafe: ['still-unsafe', 'still-unsafe-as-often'],
    stillSafe: 2,
  });
});
