import { describe, expect, it } from 'vitest';
import { createMemory } from './memory.ts';

describe('a memory', () => {
  it('gives what was put in', () => {
    const memory = createMemory<string, number>(10);
    memory.set('one', 1, 1);
    expect([memory.get('one'), memory.get('two')]).toEqual([1, undefined]);
  });

  it('keeps what is in use, and forgets what is not', () => {
    const memory = createMemory<string, number>(10);
    memory.set('used', 1, 1);
    memory.set('unused', 1, 1);
    for (let n = 0; n < 20; n += 1) {
      memory.set(`${n}`, n, 1);
      expect(memory.get('used')).toBe(1);
    }
    expect(memory.get('unused')).toBeUndefined();
  });

  it('never holds more than it may', () => {
    const memory = createMemory<number, string>(10);
    for (let n = 0; n < 100; n += 1) memory.set(n, 'two', 2);
    const held = Array.from({ length: 100 }, (_, n) => n).filter((n) => memory.get(n) !== undefined);
    expect(held.length).toBeGreaterThan(0);
    expect(held.length * 2).toBeLessThanOrEqual(10);
  });
});
