import { expect, test } from 'vitest';
import { paceOf } from './pace.ts';

test('spreads turns evenly over the minute', () => {
  const pace = paceOf(60);
  expect([pace.take(1, 0), pace.take(1, 0), pace.take(1, 500)]).toEqual([0, 1000, 1500]);
});

test('gives no credit for time that was not used', () => {
  const pace = paceOf(60);
  pace.take(1, 0);
  expect([pace.take(1, 60_000), pace.take(1, 60_000)]).toEqual([0, 1000]);
});

test('counts weights, and what is learned of them later', () => {
  const pace = paceOf(6000);
  expect([pace.take(100, 0), pace.take(100, 0)]).toEqual([0, 1000]);
  pace.correct(-50);
  expect(pace.take(1, 0)).toBe(1500);
});

test('keeps to its part of a rate that others share, as it is now', () => {
  let part = 0.5;
  const pace = paceOf(60, () => part);
  expect([pace.take(1, 0), pace.take(1, 0)]).toEqual([0, 2000]);
  part = 0.25;
  expect([pace.take(1, 0), pace.take(1, 0)]).toEqual([4000, 8000]);
});
