import { average } from './statistics.mjs';
import { effectiveSizeOf } from './intervals.mjs';

/** The exact interval of a share of clustered tries, by Clopper and Pearson with the sample size of Korn and Graubard. */
export function exact(clusters) {
  const [cases, tries, share] = [clusters.length, clusters.flat().length, average(clusters.flat())];
  const isPlain = cases === 1 || cases === tries || share === 0 || share === 1;
  const fewer = isPlain ? 1 : (studentQuantile(tries - 1) / studentQuantile(cases - 1)) ** 2;
  const size = effectiveSizeOf(clusters) * fewer;
  const count = share * size;
  return {
    low: share === 0 ? 0 : solve((x) => betaShare(x, count, size - count + 1) - 0.025),
    high: share === 1 ? 1 : solve((x) => betaShare(x, count + 1, size - count) - 0.975),
  };
}

/** The quantile 0.975 of Student's t. */
function studentQuantile(degrees) {
  const x = solve((at) => betaShare(at, degrees / 2, 0.5) - 0.05);
  return Math.sqrt(degrees / x - degrees);
}

/** Where a function that grows from below zero to above it, between 0 and 1, is zero. */
function solve(grows) {
  let [low, high] = [0, 1];
  for (let halving = 0; halving < 80; halving += 1) {
    const middle = (low + high) / 2;
    if (grows(middle) < 0) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** The share of a beta distribution below x, by the power series of its density. */
function betaShare(x, a, b) {
  if (x > 0.5) return 1 - betaShare(1 - x, b, a);
  let [term, total] = [1, 1 / a];
  for (let n = 1; Math.abs(term) > 1e-18 && n < 5000; n += 1) {
    term *= ((n - b) / n) * x;
    total += term / (a + n);
  }
  return Math.exp(a * Math.log(x) + logGamma(a + b) - logGamma(a) - logGamma(b)) * total;
}

/** Stirling's series, for a number that recursion makes large enough. */
function logGamma(z) {
  if (z < 30) return logGamma(z + 1) - Math.log(z);
  const series = 1 / (12 * z) - 1 / (360 * z ** 3) + 1 / (1260 * z ** 5) - 1 / (1680 * z ** 7);
  return (z - 0.5) * Math.log(z) - z + Math.log(2 * Math.PI) / 2 + series;
}
