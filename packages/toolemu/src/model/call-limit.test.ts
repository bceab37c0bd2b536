import { describe, expect, test } from 'vitest';
import { adaptiveLimit, type CallLimit, fixedLimit } from './call-limit.ts';

describe('an adaptive limit', () => {
  test('doubles with each round while nothing is refused and calls wait', () => {
    const limit = adaptiveLimit({ start: 4, most: 100 });
    answer(limit, 4);
    expect(limit.value).toBe(8);
    answer(limit, 8);
    expect(limit.value).toBe(16);
  });

  test('does not grow beyond its most, nor while no call waits', () => {
    const limit = adaptiveLimit({ start: 4, most: 10 });
    answer(limit, 50, { busy: false });
    expect(limit.value).toBe(4);
    answer(limit, 50);
    expect(limit.value).toBe(10);
  });

  test('halves at the first refusal, and grows by one a round from then on', () => {
    const limit = adaptiveLimit({ start: 16, most: 100 });
    limit.refused();
    expect(limit.value).toBe(8);
    answer(limit, 7, { busy: false });
    const after = limit.value;
    answer(limit, after);
    expect(limit.value).toBe(after + 1);
  });

  test('comes to rest near the wall of an endpoint that bears so many calls', () => {
    const limit = adaptiveLimit({ start: 8, most: 256 });
    const inFlight = Array.from({ length: 300 }, () => {
      const many = limit.value;
      for (let call = 0; call < many; call += 1) {
        if (call < 40) limit.answered(true);
        else limit.refused();
      }
      return many;
    }).slice(50);
    expect(Math.min(...inFlight)).toBeGreaterThanOrEqual(30);
    expect(Math.max(...inFlight)).toBeLessThanOrEqual(45);
  });

  test('is not worn down by one refusal in twenty that has nothing to do with the rate', () => {
    const limit = adaptiveLimit({ start: 8, most: 256 });
    for (let call = 1; call <= 4000; call += 1) {
      if (call % 20 === 0) limit.refused();
      else limit.answered(true);
    }
    expect(limit.value).toBeGreaterThan(25);
  });

  test('never falls below one', () => {
    const limit = adaptiveLimit({ start: 2, most: 10 });
    for (let call = 0; call < 50; call += 1) limit.refused();
    expect(limit.value).toBe(1);
  });
});

test('a fixed limit stays what it is', () => {
  const limit = fixedLimit(7);
  answer(limit, 50);
  limit.refused();
  expect(limit.value).toBe(7);
});

function answer(limit: CallLimit, calls: number, { busy = true } = {}): void {
  for (let call = 0; call < calls; call += 1) limit.answered(busy);
}
