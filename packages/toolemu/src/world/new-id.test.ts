import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newId } from './new-id.ts';

const free = () => false;

describe('newId', () => {
  it.each([
    ['em_????####', /^em_[a-z]{4}\d{4}$/],
    ['TR-########', /^TR-\d{8}$/],
    ['#', /^\d$/],
    ['fixed', /^fixed$/],
    ['?'.repeat(80), /^[a-z]{80}$/],
    ['a-?.+$&#', /^a-[a-z]\.\+\$&\d$/],
  ])('fills the shape %s', (shape, expected) => {
    expect(newId({ shape, seed: 'x', taken: free })).toMatch(expected);
  });

  it('is the same for the same seed, and hangs on all of it', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        const [one, other] = [a, b].map((seed) => newId({ shape: '????????????####', seed, taken: free }));
        expect(one === other).toBe(a === b);
        expect(newId({ shape: '????????????####', seed: a, taken: free })).toBe(one);
      }),
    );
  });

  it('gives every id of its shape before it gives up', () => {
    const taken = new Set<string>();
    for (let call = 0; call < 10; call += 1) {
      taken.add(newId({ shape: 'x#', seed: 'same', taken: (id) => taken.has(id) }) ?? 'none');
    }
    expect([...taken].sort()).toEqual(Array.from({ length: 10 }, (_, digit) => `x${digit}`));
    expect(newId({ shape: 'x#', seed: 'same', taken: (id) => taken.has(id) })).toBeNull();
  });
});
