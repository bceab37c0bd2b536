import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { betaQuantile } from '../statistics/index.ts';

/** Everything that is drawn in a search, from one seed: the same draws in the same order. */
export interface Draws {
  /** A number from 0 to below 1. */
  share(): number;
  /** One of the items; undefined of none. */
  pick<T>(items: readonly T[]): T | undefined;
  /** One of the items, each as likely as its weight says. */
  pickWeighted<T>(items: readonly T[], weightOf: (item: T) => number): T | undefined;
  /** A value of a beta distribution. */
  beta(a: number, b: number): number;
  /** The items in another order. */
  shuffled<T>(items: readonly T[]): T[];
}

export function createDraws(seed: number): Draws {
  const generator = xoroshiro128plus(seed);
  const share = (): number => uniformFloat64(generator);
  return {
    share,
    pick: (items) => (items.length === 0 ? undefined : items[uniformInt(generator, 0, items.length - 1)]),
    pickWeighted(items, weightOf) {
      let left = share() * items.reduce((sum, item) => sum + weightOf(item), 0);
      for (const item of items) {
        left -= weightOf(item);
        if (left < 0) return item;
      }
      return items.at(-1);
    },
    beta: (a, b) => betaQuantile(share(), a, b),
    shuffled(items) {
      const order = [...items];
      for (let at = order.length - 1; at > 0; at -= 1) {
        const other = uniformInt(generator, 0, at);
        const [one, two] = [order[at], order[other]];
        if (one === undefined || two === undefined) continue;
        order[at] = two;
        order[other] = one;
      }
      return order;
    },
  };
}
