import { expect, it } from 'vitest';
import { normalInterval } from './interval.ts';

// R: qnorm(0.975) is 1.959963984540054.
it('an interval of a normal estimate is 1.96 standard errors to either side', () => {
  const { low, high } = normalInterval(0.4, 0.1);
  expect(low).toBeCloseTo(0.4 - 0.1959963984540054, 15);
  expect(high).toBeCloseTo(0.4 + 0.1959963984540054, 15);
});
