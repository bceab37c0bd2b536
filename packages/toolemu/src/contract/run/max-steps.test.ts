import { expect, it } from 'vitest';
import { maxStepsOf } from './run.ts';

it.each([
  { said: 7, ofCase: 40, limit: 7 },
  { said: null, ofCase: 40, limit: 40 },
  { said: 7, ofCase: undefined, limit: 7 },
  { said: null, ofCase: undefined, limit: 30 },
])('a run that says $said and a case that says $ofCase may take $limit calls', ({ said, ofCase, limit }) => {
  expect(maxStepsOf({ maxSteps: said }, { maxSteps: ofCase })).toBe(limit);
});
