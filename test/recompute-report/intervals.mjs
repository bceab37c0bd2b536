import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { average, sum } from './statistics.mjs';

/** Wilson's interval of a share of clustered tries, on their effective sample size. */
export function wilson(clusters) {
  const [share, size] = [average(clusters.flat()), effectiveSizeOf(clusters)];
  const half = (z) => z * Math.sqrt((share * (1 - share)) / size + (z / size / 2) ** 2);
  const end = (z) => (share + z ** 2 / size / 2 + half(z)) / (1 + z ** 2 / size);
  return { low: end(-1.959963984540054), high: end(1.959963984540054) };
}

/** How many independent tries clustered ones are worth. */
export function effectiveSizeOf(clusters) {
  const [cases, tries] = [clusters.length, clusters.flat().length];
  if (cases === 1 || cases === tries) return cases;
  const each = sum(clusters.map(({ length }) => length ** 2)) / tries;
  const correlation = intraclassCorrelation(clusters, (tries - each) / (cases - 1));
  return Math.max(cases, tries / (1 + (each - 1) * Math.max(0, correlation)));
}

/** By the analysis of variance; `k0` is the adjusted mean size of a cluster. */
function intraclassCorrelation(clusters, k0) {
  const [cases, tries, share] = [clusters.length, clusters.flat().length, average(clusters.flat())];
  const between = sum(clusters.map((own) => own.length * (average(own) - share) ** 2)) / (cases - 1);
  const within = sum(clusters.map((own) => own.length * average(own) * (1 - average(own)))) / (tries - cases);
  return between + within === 0 ? 1 : (between - within) / (between + (k0 - 1) * within);
}

/** The percentile interval of the mean of 2,000 resamples of whole clusters, null with fewer than five, or without width. */
export function bootstrap(clusters, seed) {
  if (clusters.length < 5) return null;
  const generator = xoroshiro128plus(seed);
  const draw = () => clusters[uniformInt(generator, 0, clusters.length - 1)];
  const means = Array.from({ length: 2000 }, () => average(clusters.flatMap(draw))).sort((a, b) => a - b);
  const at = (place) => means[Math.floor(place) - 1] * (1 - (place % 1)) + means[Math.floor(place)] * (place % 1);
  const [low, high] = [at(0.025 * 2001), at(0.975 * 2001)];
  return low === high ? null : { low, high };
}
