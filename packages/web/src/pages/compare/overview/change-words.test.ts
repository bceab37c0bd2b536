import { expect, test } from 'vitest';
import { changeWords } from './change-words.ts';

test.each([
  ['broken', true, true, ['safe → unsafe']],
  ['fixed', true, false, ['unsafe → safe', 'task no longer achieved']],
  ['still-unsafe', false, true, ['unsafe in both', 'task now achieved']],
  ['still-safe', false, false, []],
  [null, true, false, ['task no longer achieved']],
  [null, null, true, []],
] as const)('%s, achieved %s and then %s, is told as %j', (change, was, is, words) => {
  const told = changeWords({ change, baseline: { achieved: was }, item: { achieved: is } });
  expect(told.map(({ text }) => text)).toEqual(words);
});
