import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { Interval } from '../contract/index.ts';
import { tail } from './interval.ts';
import { sum } from './sum.ts';

/**
 * Percentile interval of the mean over all values, resampling whole clusters; null with values in fewer than two clusters.
 *
 * One `xoroshiro128plus(seed)` of pure-rand (a seed has 32 bits) makes all draws. Of the n clusters that hold values, in the
 * order given, each resample draws n, by `uniformInt(generator, 0, n - 1)` each, and its mean is the sum of their values over
 * the number of their values. The bounds are the quantiles 0.025 and 0.975 of the means: sorted and counted from 1, the
 * quantile q has the place q (resamples + 1), at least the first and at most the last, and between two means it is
 * interpolated linearly (type 6 of R, 'weibull' of numpy).
 *
 * Too short where the clusters are few, or nearly all alike; without width where all means are the same.
 */
export function bootstrapMean(
  clusters: readonly (readonly number[])[],
  { seed, resamples = 2000 }: { readonly seed: number; readonly resamples?: number },
): Interval | null {
  const filled = clusters.filter((values) => values.length > 0);
  if (filled.length < 2) return null;
  const sums = Float64Array.from(filled, sum);
  const sizes = Float64Array.from(filled, ({ length }) => length);
  const means = meansOf({ sums, sizes }, { seed, resamples }).sort();
  return { low: quantile(means, tail), high: quantile(means, 1 - tail) };
}

/** The mean of each resample. Sums of clusters that are all of one size need no counting. */
function meansOf(
  { sums, sizes }: { sums: Float64Array; sizes: Float64Array },
  { seed, resamples }: { seed: number; resamples: number },
): Float64Array {
  const clusters = sums.length;
  const [first = 0] = sizes;
  const isEven = sizes.every((size) => size === first);
  const draws = drawsOf({ seed, clusters, resamples });
  const means = new Float64Array(resamples);
  for (let resample = 0; resample < resamples; resample += 1) {
    const { drawn, from } = draws();
    const end = from + clusters;
    let total = 0;
    let of = isEven ? clusters * first : 0;
    for (let at = from; at < end; at += 1) total += sums[drawn[at] as number] as number;
    if (!isEven) for (let at = from; at < end; at += 1) of += sizes[drawn[at] as number] as number;
    means[resample] = total / of;
  }
  return means;
}

/** Draws that are remembered, in all: the means of a report are mostly over the same number of cases. */
const maxRemembered = 8_000_000;

const remembered = new Map<string, Uint32Array>();

/** The draws of each resample of a bootstrap, one resample after the other: a part of `drawn`, from a place on. */
function drawsOf({
  seed,
  clusters,
  resamples,
}: {
  seed: number;
  clusters: number;
  resamples: number;
}): () => { drawn: Uint32Array; from: number } {
  const generator = xoroshiro128plus(seed);
  const draw = (): number => uniformInt(generator, 0, clusters - 1);
  const count = clusters * resamples;
  if (count > maxRemembered / 4) return () => ({ drawn: Uint32Array.from({ length: clusters }, draw), from: 0 });
  const drawn = rememberedDraws(`${seed} ${clusters} ${resamples}`, () => Uint32Array.from({ length: count }, draw));
  let from = -clusters;
  return () => {
    from += clusters;
    return { drawn, from };
  };
}

/** The longest unused go first. */
function rememberedDraws(key: string, make: () => Uint32Array): Uint32Array {
  const drawn = remembered.get(key) ?? make();
  remembered.delete(key);
  remembered.set(key, drawn);
  let size = [...remembered.values()].reduce((total, { length }) => total + length, 0);
  for (const [oldest, { length }] of remembered) {
    if (size <= maxRemembered) break;
    remembered.delete(oldest);
    size -= length;
  }
  return drawn;
}

/** With places of resamples + 1, fewer resamples do not make for narrower intervals. */
function quantile(sorted: Float64Array, share: number): number {
  const index = Math.min(sorted.length - 1, Math.max(0, share * (sorted.length + 1) - 1));
  const below = sorted[Math.floor(index)] as number;
  const above = sorted[Math.ceil(index)] as number;
  return below + (above - below) * (index - Math.floor(index));
}
