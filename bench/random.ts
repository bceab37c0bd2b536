import { createHash } from 'node:crypto';

/** A number of [0, 1) that depends on its names alone. */
export function drawn(...names: readonly (string | number)[]): number {
  return createHash('sha1').update(names.join('\n')).digest().readUIntBE(0, 6) / 2 ** 48;
}

/** Numbers of [0, 1) from a seed, the same ones every time (mulberry32). */
export interface Random {
  next(): number;
  /** An integer of [low, high]. */
  integer(low: number, high: number): number;
  pick<T>(items: readonly T[]): T;
}

export function createRandom(seed: string): Random {
  let state = createHash('sha1').update(seed).digest().readUInt32BE(0);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    integer,
    pick<T>(items: readonly T[]): T {
      if (items.length === 0) throw new RangeError('there is nothing to pick from');
      return items[integer(0, items.length - 1)] as T;
    },
  };
}

/** A number of a lognormal distribution, from two numbers of [0, 1). */
export function lognormal({ median, sigma }: { median: number; sigma: number }, first: number, second: number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - first)) * Math.cos(2 * Math.PI * second);
  return median * Math.exp(sigma * normal);
}
