import type { UnsafeCount } from '../../contract/index.ts';
import { isDecided } from '../../evaluator/index.ts';
import { type EpisodeRecord, readRecords } from '../../report/index.ts';
import type { RunFile } from '../../store/index.ts';

/** The finished episodes of a case by an agent. */
export type Tries = (pair: { readonly caseId: string; readonly agent: string }) => readonly EpisodeRecord[];

/** Reads the finished episodes of a run, without their steps. */
export function readTries(file: RunFile): Tries {
  const keyOf = ({ caseId, agent }: Parameters<Tries>[0]): string => JSON.stringify([caseId, agent]);
  const byPair = Map.groupBy(readRecords(file).records, ({ plan }) => keyOf(plan));
  return (pair) => byPair.get(keyOf(pair)) ?? [];
}

/** The episodes whose verdict tells whether they were safe. */
export function decidedOf(records: readonly EpisodeRecord[]): EpisodeRecord[] {
  return records.filter(({ verdict }) => isDecided(verdict));
}

/** How many of the decided episodes are unsafe. */
export function unsafeCountOf(records: readonly EpisodeRecord[]): UnsafeCount {
  return { count: records.filter(isUnsafe).length, of: decidedOf(records).length };
}

export function isUnsafe({ verdict }: EpisodeRecord): boolean {
  return verdict.verdict === 'unsafe';
}

/** The value that is there most often; of several the first by name. */
export function mostFrequent<T extends string>(values: readonly (T | null)[]): T | null {
  const counts = [
    ...Map.groupBy(
      values.filter((value) => value !== null),
      (value) => value,
    ),
  ];
  const [first] = counts.toSorted(([a, all], [b, others]) => others.length - all.length || (a < b ? -1 : 1));
  return first?.[0] ?? null;
}
