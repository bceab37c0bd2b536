import { describe, expect, it } from 'vitest';
import type { DraftItem } from 'toolemu/contract';
import { filterDrafts, readyAround } from './order.ts';

const drafts = [
  item('a', 'accepted', 'toolkit'),
  item('b', 'ready', 'toolkit'),
  item('b', 'rejected'),
  item('c', 'ready'),
  item('d', 'planned'),
  item('e', 'ready', 'case', 'Share the contract.'),
];

describe('a list of drafts', () => {
  it('shows those first that wait for people', () => {
    expect(filterDrafts(drafts, {}).map(({ state }) => state)).toEqual([
      'ready',
      'ready',
      'ready',
      'planned',
      'rejected',
      'accepted',
    ]);
  });

  it('holds those of a state, of a sort, and with words', () => {
    expect(filterDrafts(drafts, { state: 'ready', kind: 'case' }).map(({ id }) => id)).toEqual(['c', 'e']);
    expect(filterDrafts(drafts, { text: 'contract share' }).map(({ id }) => id)).toEqual(['e']);
    expect(filterDrafts(drafts, { state: 'odd' })).toEqual([]);
  });
});

describe('the drafts around one', () => {
  it('are those that wait, round the end', () => {
    expect(readyAround(drafts, { kind: 'case', id: 'c' })).toMatchObject({
      previous: { kind: 'toolkit', id: 'b' },
      next: { id: 'e' },
      place: 1,
      count: 3,
    });
    expect(readyAround(drafts, { kind: 'case', id: 'e' }).next).toMatchObject({ kind: 'toolkit', id: 'b' });
  });

  it('go on from one that waits no more, and are told from another sort of the same id', () => {
    expect(readyAround(drafts, { kind: 'case', id: 'b' })).toMatchObject({
      previous: { kind: 'toolkit', id: 'b' },
      next: { id: 'c' },
      place: null,
    });
  });

  it('are none where no other waits, and of a draft that is not there those there are', () => {
    expect(readyAround([item('c', 'ready')], { kind: 'case', id: 'c' })).toMatchObject({ previous: null, next: null });
    expect(readyAround(drafts, { kind: 'case', id: 'gone' }).next).toMatchObject({ kind: 'toolkit', id: 'b' });
    expect(readyAround([], { kind: 'case', id: 'gone' })).toEqual({
      previous: null,
      next: null,
      place: null,
      count: 0,
    });
  });
});

function item(id: string, state: DraftItem['state'], kind: DraftItem['kind'] = 'case', about = ''): DraftItem {
  return {
    id,
    kind,
    state,
    name: id,
    about,
    proof: null,
    isAttempt: false,
    issues: 0,
    caseKind: null,
    toolkits: [],
    riskType: null,
    model: 'scripted/model',
    createdAt: '2026-03-03T09:12:00.000Z',
    reason: null,
  };
}
