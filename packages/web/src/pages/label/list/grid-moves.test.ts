import { expect, test } from 'vitest';
import { columnsIn, placeAfter } from './grid-moves.ts';

test.each([
  ['ArrowRight', 5, 6],
  ['ArrowLeft', 5, 4],
  ['ArrowDown', 5, 9],
  ['ArrowUp', 5, 1],
  ['PageDown', 5, 13],
  ['PageUp', 9, 1],
  ['Home', 5, 0],
  ['End', 5, 19],
  ['ArrowLeft', 0, 0],
  ['ArrowUp', 2, 0],
  ['ArrowDown', 18, 19],
  ['n', 5, null],
  ['toString', 5, null],
])('%s leads from %s to %s of 20 in rows of 4', (key, place, to) => {
  expect(placeAfter(key, { place, total: 20, columns: 4, pageRows: 2 })).toBe(to);
});

test('no key leads anywhere where there is nothing', () => {
  expect(placeAfter('End', { place: 0, total: 0, columns: 4, pageRows: 2 })).toBeNull();
});

test('there is always a column', () => {
  expect([0, 75, 160, 800].map(columnsIn)).toEqual([1, 1, 2, 10]);
});
