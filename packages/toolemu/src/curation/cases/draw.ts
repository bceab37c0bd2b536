import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';

/** So many of the values, or all, in an order that the seed makes. */
export function drawSome<T>(values: readonly T[], count: number, seed: number): T[] {
  return draw(values, count, xoroshiro128plus(seed));
}

/** So many of the values, or all, in an order that a generator makes. */
export function draw<T>(values: readonly T[], count: number, generator: RandomGenerator): T[] {
  const left = [...values];
  const taken: T[] = [];
  while (left.length > 0 && taken.length < count) {
    taken.push(...left.splice(uniformInt(generator, 0, left.length - 1), 1));
  }
  return taken;
}
