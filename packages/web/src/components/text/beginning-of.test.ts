import { expect, test } from 'vitest';
import { beginningOf } from './beginning-of.ts';

test('a text that is little longer is not folded', () => {
  expect(beginningOf('x'.repeat(115), 100)).toBeNull();
  expect(beginningOf('x'.repeat(125), 100)).toHaveLength(100);
});

test('many short lines are folded too', () => {
  expect(beginningOf('a\n'.repeat(100), 1_000)?.split('\n')).toHaveLength(40);
});

test('a sign of two units is not cut in two', () => {
  expect(beginningOf('🙂'.repeat(100), 5)?.isWellFormed()).toBe(true);
});
