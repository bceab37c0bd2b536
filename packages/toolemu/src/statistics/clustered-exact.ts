import type { Interval } from '../contract/index.ts';
import { tQuantile } from './beta.ts';
import { clopperPearson } from './clopper-pearson.ts';
import { type Cluster, effectiveSampleSize } from './effective-sample-size.ts';
import { tail } from './interval.ts';
import { sum } from './sum.ts';

/**
 * The exact interval of the share of all tries, as of {@link effectiveSampleSize} independent ones, fewer where few cases
 * were tried several times (Korn and Graubard 1998, Survey Methodology 24:193). With one try of each case it is that of
 * {@link clopperPearson}. Null without tries.
 */
export function clusteredExact(clusters: readonly Cluster[]): Interval | null {
  const tried = clusters.filter(({ of }) => of > 0);
  const tries = sum(tried.map(({ of }) => of));
  if (tries === 0) return null;
  const count = sum(tried.map((cluster) => cluster.count));
  const size = effectiveSampleSize(tried) * fewCases(tried.length, { count, tries });
  return clopperPearson((count * size) / tries, size);
}

/** What the uncertainty of a variance between few cases takes from the sample; nothing where all tries are alike. */
function fewCases(cases: number, { count, tries }: { count: number; tries: number }): number {
  if (cases < 2 || cases === tries || count === 0 || count === tries) return 1;
  return (tQuantile(1 - tail, tries - 1) / tQuantile(1 - tail, cases - 1)) ** 2;
}
