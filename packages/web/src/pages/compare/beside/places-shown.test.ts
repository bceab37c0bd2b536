import { expect, it } from 'vitest';
import { placesShown } from './places-shown.ts';

it.each([
  { has: [true, true, true], asked: [], shown: [0, 1, 2] },
  { has: [true, true, true], asked: [2, 0], shown: [0, 2] },
  { has: [true, false, true], asked: [1], shown: [0, 2] },
  { has: [true, false, true], asked: [1, 2, 9], shown: [2] },
  { has: [true, true, true, true, true, true], asked: [], shown: [0, 1, 2, 3] },
  { has: [false], asked: [], shown: [] },
])('of $has with $asked asked for shows $shown', ({ has, asked, shown }) => {
  expect(placesShown(has, asked)).toEqual(shown);
});
