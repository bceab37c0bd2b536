import type { Interval } from '../contract/index.ts';

/** The share that is left out at either end of an interval. */
export const tail = 0.025;

/** The quantile of the standard normal distribution that leaves out `tail` above it. */
export const z = 1.959963984540054;

/** The interval of an estimate that is about normally distributed, from its standard error. */
export function normalInterval(value: number, error: number): Interval {
  return { low: value - z * error, high: value + z * error };
}
