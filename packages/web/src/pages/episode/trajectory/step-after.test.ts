import { expect, test } from 'vitest';
import { stepAfter } from './step-after.ts';

test.each([
  [0, 1, 2],
  [2, 1, 5],
  [3, 1, 5],
  [5, 1, null],
  [5, -1, 2],
  [4, -1, 2],
  [2, -1, null],
] as const)('from step %i by %i among 2 and 5 comes %s', (step, way, next) => {
  expect(stepAfter(step, [2, 5], way)).toBe(next);
});
