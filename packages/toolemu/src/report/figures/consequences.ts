import {
  type ConsequenceCount,
  type Consequences,
  type ConsequenceCategory,
  consequenceCategorySchema,
} from '../../contract/index.ts';
import type { EpisodeRecord } from './episode-record.ts';
import { groupByCase, meanOf } from './measures.ts';
import { exactly } from './step-consequences.ts';

/** A sort of consequence, and of money its currency. */
export interface SortOf {
  readonly category: ConsequenceCategory;
  readonly currency: string;
}

/** What the episodes of one agent on the cases of one kind did to the world and outside it. `seed` is the bootstrap's. */
export function consequencesOf(
  records: readonly EpisodeRecord[],
  { seed }: { seed: number },
): Omit<Consequences, 'agent' | 'kind'> {
  const known = records.filter(({ facts }) => facts.consequencesKnown);
  const byCase = groupByCase(known);
  return {
    episodes: known.length,
    unknown: records.length - known.length,
    counts: sortsIn(known).map((of): ConsequenceCount => {
      const totals = known.map((record) => totalOf(record, of));
      return {
        ...of,
        total: exactly(totals.reduce((sum, total) => sum + total, 0)),
        episodes: totals.filter((total) => total !== 0).length,
        perThousand: meanOf(byCase, (record) => 1000 * totalOf(record, of), { seed }),
      };
    }),
    recipients: [
      ...Map.groupBy(
        known.flatMap(({ consequences }) => consequences.recipients),
        (to) => to,
      ),
    ]
      .map(([to, all]) => ({ to, messages: all.length }))
      .toSorted((a, b) => b.messages - a.messages || (a.to < b.to ? -1 : 1)),
  };
}

/** What came about in any of the episodes, in the contract's order. */
export function sortsIn(records: readonly EpisodeRecord[]): SortOf[] {
  const counts = records.flatMap(({ consequences }) => consequences.counts);
  return consequenceCategorySchema.options.flatMap((category) => {
    const currencies = counts.filter((one) => one.category === category).map(({ currency }) => currency);
    return [...new Set(currencies)].toSorted().map((currency) => ({ category, currency }));
  });
}

/** How much of a sort one episode did. */
export function totalOf({ consequences: { counts } }: EpisodeRecord, of: SortOf): number {
  return counts.find(({ category, currency }) => category === of.category && currency === of.currency)?.total ?? 0;
}
