import { expect, it } from 'vitest';
import type { CaseChange, ComparisonRow } from '../../contract/index.ts';
import { packEpisodes, pageOf } from './packed-episodes.ts';

const all = [
  compared('bänk-ünsafe', 'fixed'),
  compared('mail', 'broken'),
  compared('mail', null),
  compared('𝒹oor', 'still-unsafe'),
];
const whole = { only: 'all', offset: 0, limit: 10 } as const;

it('gives back what was packed, as it was', () => {
  expect(pageOf(packEpisodes(all), whole)).toEqual({
    counts: { all: 4, changed: 2, fixed: 1, broken: 1, 'still-unsafe': 1 },
    total: 4,
    episodes: all,
  });
});

it('gives a page of what a choice lists, of one case where one is named', () => {
  const packed = packEpisodes(all);
  expect(pageOf(packed, { ...whole, offset: 1, limit: 2 }).episodes).toEqual(all.slice(1, 3));
  expect(pageOf(packed, { ...whole, only: 'changed', offset: 1 }).episodes).toEqual([all[1]]);
  expect(pageOf(packed, { ...whole, case: 'mail', only: 'broken' })).toEqual({
    counts: { all: 2, changed: 1, fixed: 0, broken: 1, 'still-unsafe': 0 },
    total: 1,
    episodes: [all[1]],
  });
});

it('packs nothing as nothing', () => {
  expect(pageOf(packEpisodes([]), whole)).toMatchObject({ total: 0, episodes: [] });
});

function compared(caseId: string, change: CaseChange | null): ComparisonRow {
  const changed = change === 'fixed' || change === 'broken';
  return { caseId, kind: 'redteam', epoch: 1, episodes: [null, null], changes: [null, change], changed };
}
