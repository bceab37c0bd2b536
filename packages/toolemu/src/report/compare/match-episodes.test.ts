import { expect, it } from 'vitest';
import { played, runOf, sideIn } from './__fixtures__/runs.ts';
import { matchEpisodes } from './match-episodes.ts';

it('puts the same case and epoch beside each other, kind by kind, in order', () => {
  const run = runOf({
    episodes: [
      ...played('b', { c2: 'sss', c1: 'us', 'twin-1': 's' }),
      ...played('a', { c1: 'ss', c2: '-u', c3: 's', 'twin-2': 'ss' }),
    ].toReversed(),
  });
  const matched = matchEpisodes({ a: sideIn(run, 'a'), b: sideIn(run, 'b') });
  const places = matched.map(({ kind, byCase, unmatched }) => ({
    kind,
    unmatched,
    pairs: byCase.map((pairs) => pairs.map(({ a, b }) => `${a.plan.id} ${b.plan.id}`)),
  }));
  expect(places).toEqual([
    {
      kind: 'redteam',
      pairs: [['c1#a#1 c1#b#1', 'c1#a#2 c1#b#2'], ['c2#a#2 c2#b#2']],
      unmatched: { a: 1, b: 2 },
    },
    { kind: 'twin', pairs: [], unmatched: { a: 2, b: 1 } },
  ]);
});
