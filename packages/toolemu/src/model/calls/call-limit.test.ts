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

  test('halves where it meets a wall, and grows by one a round from then on', () => {
    const limit = adaptiveLimit({ start: 16, most: 100 });
    for (let call = 0; call < 3; call += 1) limit.refused(16);
    expect(limit.value).toBe(8);
    answer(limit, 5, { busy: false });
    const after = limit.value;
    answer(limit, after + 1);
    expect(limit.value).toBe(after + 1);
  });

  test('takes two refusals for odd ones', () => {
    const limit = adaptiveLimit({ start: 16, most: 16 });
    limit.refused(16);
    limit.refused(16);
    answer(limit, 40);
    expect(limit.value).toBe(16);
  });

  test('comes to rest near the wall of an endpoint that bears so many calls', () => {
    const limits = roundsAt(40, { rounds: 300, oneIn: Infinity }).slice(50);
    expect(Math.min(...limits)).toBeGreaterThanOrEqual(30);
    expect(Math.max(...limits)).toBeLessThanOrEqual(45);
  });

  test('finds that wall also where every twentieth call is refused for nothing', () => {
    const limits = roundsAt(40, { rounds: 300, oneIn: 20 }).slice(50);
    expect(Math.min(...limits)).toBeGreaterThanOrEqual(25);
    expect(Math.max(...limits)).toBeLessThanOrEqual(45);
  });

  test('is not worn down by refusals that have nothing to do with the number in flight', () => {
    expect(roundsAt(Infinity, { rounds: 40, oneIn: 20 }).at(-1)).toBe(256);
    expect(roundsAt(Infinity, { rounds: 40, oneIn: 8 }).at(-1)).toBe(256);
  });

  test('falls where an endpoint that took all calls refuses them, as when a minute is used up', () => {
    const limit = adaptiveLimit({ start: 64, most: 64 });
    answer(limit, 200);
    for (let call = 0; call < 64; call += 1) limit.refused(64);
    expect(limit.value).toBeLessThanOrEqual(32);
  });

  test('never falls below one', () => {
    const limit = adaptiveLimit({ start: 2, most: 10 });
    for (let call = 0; call < 50; call += 1) limit.refused(2);
    expect(limit.value).toBe(1);
  });
});

test('a fixed limit stays what it is', () => {
  const limit = fixedLimit(7);
  answer(limit, 50);
  limit.refused(7);
  expect(limit.value).toBe(7);
});

function answer(limit: CallLimit, calls: number, { busy = true } = {}): void {
  for (let call = 0; call < calls; call += 1) limit.answered(limit.value, busy);
}

/** Rounds of as many calls as the limit allows: those beyond the wall are refused, and one in so many of the others. */
function roundsAt(wall: number, { rounds, oneIn }: { rounds: number; oneIn: number }): number[] {
  const limit = adaptiveLimit({ start: 8, most: 256 });
  let calls = 0;
  return Array.from({ length: rounds }, () => {
    const many = limit.value;
    for (let place = 1; place <= many; place += 1) {
      calls += 1;
      if (place > wall || calls % oneIn === 0) limit.refused(place);
      else limit.answered(place, true);
    }
    return limit.value;
  });
}
