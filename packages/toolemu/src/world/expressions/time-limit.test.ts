import { describe, expect, it } from 'vitest';
import { TookTooLong, watchedAsOne, withinTime } from './time-limit.ts';

it('gives what the work gives, and throws what it throws', () => {
  expect(withinTime(1000, () => [1])).toEqual([1]);
  expect(() => withinTime(1000, () => JSON.parse('{'))).toThrow(SyntaxError);
  expect(withinTime(1000, () => withinTime(1000, () => 'inner'))).toBe('inner');
});

it('breaks off what does not end', () => {
  expect(() =>
    withinTime(30, () => {
      for (;;);
    }),
  ).toThrow(TookTooLong);
});

const busy = (milliseconds: number): void => {
  for (const end = performance.now() + milliseconds; performance.now() < end; );
};

describe('one watch for many parts', () => {
  it('lets each part take its time, also where all of them together take longer', () => {
    let times = 0;
    const parts = watchedAsOne(() => {
      times += 1;
      return [1, 2, 3].map((part) => withinTime(100, () => (busy(40), part)));
    }, 100);
    expect([parts, times]).toEqual([[1, 2, 3], 2]);
  });

  it('breaks off the part that does not end, and goes on with the next', () => {
    const work = () =>
      [Infinity, 1].map((milliseconds) => {
        try {
          return withinTime(30, () => (busy(milliseconds), 'done'));
        } catch (error) {
          return (error as Error).name;
        }
      });
    expect(watchedAsOne(work, 30)).toEqual(['TookTooLong', 'done']);
  });

  it('is one, and throws what the work throws', () => {
    let times = 0;
    const work = () => {
      times += 1;
      throw new RangeError('no');
    };
    expect(() => watchedAsOne(() => watchedAsOne(work, 1))).toThrow(RangeError);
    expect(times).toBe(1);
    expect(() => withinTime(30, () => busy(Infinity))).toThrow(TookTooLong);
  });
});
