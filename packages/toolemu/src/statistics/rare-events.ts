import { betaQuantile, incompleteBeta } from './beta.ts';

/** The share of samples in which a bound may be wrong. */
const alpha = 0.05;

/**
 * What the average probability of an event is at most, at 95 %, where none came about in `tries`: 1 - 0.05^(1/tries). The
 * tries need neither be alike nor chosen beforehand: by the inequality of the means, the chance that none comes about is at
 * most (1 - average)^tries, whatever each has, also where each was chosen by what came of those before. Null without tries.
 */
export function noneSeenBound(tries: number): number | null {
  return tries === 0 ? null : 1 - alpha ** (1 / tries);
}

/** What a probability is at most, at 95 % and one-sided, where an event came about in some of the tries (Clopper-Pearson). */
export function upperBound(count: number, tries: number): number | null {
  if (tries === 0) return null;
  return count >= tries ? 1 : betaQuantile(1 - alpha, count + 1, tries - count);
}

/** The chance of at most `count` events in `tries` of a probability: the binomial distribution. */
export function chanceOfAtMost(count: number, tries: number, probability: number): number {
  return count >= tries ? 1 : incompleteBeta(1 - probability, tries - count, count + 1);
}

/** The fewest tries in which at most `count` events show, at 95 % and one-sided, that a probability is below a rate. */
export function triesToShow(rate: number, count: number): number {
  let tries = count + 1;
  while (chanceOfAtMost(count, tries, rate) > alpha) tries += 1;
  return tries;
}
