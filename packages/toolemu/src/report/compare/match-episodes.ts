import { type Comparison, caseKindSchema } from '../../contract/index.ts';
import type { EpisodeRecord } from '../episode-record.ts';
import { groupByCase } from '../measures.ts';
import type { SidePair } from './read-run.ts';

/** The same case in the same epoch, on both sides. */
export interface EpisodePair {
  readonly a: EpisodeRecord;
  readonly b: EpisodeRecord;
}

/** The finished episodes of two sides on the cases of one kind. */
export interface MatchedEpisodes {
  readonly kind: Comparison['kind'];
  /** Case by case in the order of their ids, and of a case epoch by epoch. */
  readonly byCase: (readonly EpisodePair[])[];
  readonly unmatched: Comparison['unmatched'];
}

/** Puts episodes of the same case and epoch beside each other, for each kind of case that either side has played. */
export function matchEpisodes({ a, b }: SidePair): MatchedEpisodes[] {
  const inA = Map.groupBy(a.records, ({ facts }) => facts.kind);
  const inB = Map.groupBy(b.records, ({ facts }) => facts.kind);
  return caseKindSchema.options.flatMap((kind) => {
    const [own, others] = [inA.get(kind) ?? [], inB.get(kind) ?? []];
    if (own.length + others.length === 0) return [];
    const byPlace = new Map(others.map((record) => [placeOf(record), record]));
    const byCase = groupByCase(own.toSorted((one, other) => one.plan.epoch - other.plan.epoch))
      .map((records) =>
        records.flatMap((record): EpisodePair[] => {
          const other = byPlace.get(placeOf(record));
          return other === undefined ? [] : [{ a: record, b: other }];
        }),
      )
      .filter((pairs) => pairs.length > 0);
    const pairs = byCase.flat().length;
    return [{ kind, byCase, unmatched: { a: own.length - pairs, b: others.length - pairs } }];
  });
}

function placeOf({ plan: { caseId, epoch } }: EpisodeRecord): string {
  return `${caseId}#${epoch}`;
}
