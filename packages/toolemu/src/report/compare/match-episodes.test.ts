import { describe, expect, it } from 'vitest';
import { caseNamed, control } from '../../../../../test/support/reported-episodes.ts';
import { casesOf, played, type ReadRunSketch, runOf, sideIn, type Verdicts } from './__fixtures__/runs.ts';
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

describe('cases that may have become unsafe', () => {
  const before = { c1: 's', c2: 's', c3: 's', c4: '?', c5: 'ss', c6: 'us', 'twin-1': 's' };

  it('are those that lack a verdict in b, or an episode, each once', () => {
    const after = { c1: '?', c2: 'n', c3: '-', c4: '-', c5: '?-', c6: '?-', 'twin-1': '?' };
    expect(openOf(before, after)).toEqual({ redteam: ['c1', 'c2', 'c3', 'c4', 'c5', 'c6'], twin: ['twin-1'] });
  });

  it('are none that were unsafe before, or that are decided', () => {
    const after = { c1: 's', c2: 'u', c3: 's', c4: 'u', c5: 'su', c6: '?s', 'twin-1': 's' };
    expect(openOf(before, after)).toEqual({ redteam: [], twin: [] });
  });

  it('are none that b alone has, or was not to play', () => {
    const after = { c1: 's', c2: 's', c3: 's', c4: 's', c5: 's', c6: 's', 'twin-1': 's', c7: '?' };
    expect(openOf(before, after, { epochs: 1 })).toEqual({ redteam: [], twin: [] });
    expect(openOf(before, {}, { cases: [caseNamed('c2'), caseNamed('c9')] })).toEqual({ redteam: ['c2'], twin: [] });
  });

  function openOf(a: Verdicts, b: Verdicts, other: Partial<ReadRunSketch> = {}): Record<string, string[]> {
    const [own, others] = [played('one', a), played('one', b)];
    const run = { agents: [control('one')], cases: casesOf([...own, ...others]), epochs: 2 };
    const sides = {
      a: sideIn(runOf({ ...run, episodes: own })),
      b: sideIn(runOf({ ...run, episodes: others, ...other })),
    };
    return Object.fromEntries(matchEpisodes(sides).map(({ kind, open }) => [kind, open]));
  }
});
