import { expect, test } from 'vitest';
import { caseHref, episodeHref, partsOf, runHref, toolkitHref } from './addresses.ts';

const odd = ['bank#react/naive/a/b#1', 'odd%23id#x y#2', 'Ünïcode#a#1', '100%', '~home', 'a?b&c=d', '50%25', 'e%E0%A4'];

test.each(odd)('%s is found again in its address', (id) => {
  expect(partsOf(pathOf(runHref(id)))).toEqual(['runs', id]);
  expect(partsOf(pathOf(caseHref(id)))).toEqual(['cases', id]);
  expect(partsOf(pathOf(toolkitHref(id)))).toEqual(['toolkits', id]);
  expect(partsOf(pathOf(episodeHref(id, id, { verdict: 'unsafe' }, 2)))).toEqual(['runs', id, 'episodes', id]);
});

test('an address leads to a step in the list a choice makes', () => {
  expect(episodeHref('r', 'e', { verdict: 'unsafe' }, 2)).toBe('/runs/r/episodes/e?verdict=unsafe#step-2');
});

test('knows an address that is none', () => {
  expect(partsOf('/runs/a/episodes/%E0%A4%A')).toBeNull();
});

/** As a browser reads an address. */
function pathOf(href: string): string {
  return new URL(href, 'http://localhost').pathname;
}
