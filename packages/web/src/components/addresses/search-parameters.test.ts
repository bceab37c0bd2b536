import { expect, test } from 'vitest';
import { changed, isMove } from './search-parameters.ts';

test('a change replaces what it names, and an empty value or null removes it', () => {
  const before = new URLSearchParams('tab=costs&run=a&run=b&text=x');
  expect(changed(before, { run: ['c', 'd'], text: '' }).toString()).toBe('tab=costs&run=c&run=d');
  expect(changed(before, { run: null, tab: 'episodes' }).toString()).toBe('text=x&tab=episodes');
  expect(before.getAll('run')).toEqual(['a', 'b']);
});

test('another tab or view is a move, a filter is none', () => {
  expect(isMove({ tab: 'costs' })).toBe(true);
  expect(isMove({ view: null })).toBe(true);
  expect(isMove({ text: 'x', sort: 'size' })).toBe(false);
});
