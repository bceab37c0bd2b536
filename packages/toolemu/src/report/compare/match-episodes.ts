import { type Comparison, caseKindSchema } from '../../contract/index.ts';
import type { EpisodeRecord } from '../figures/episode-record.ts';
import { groupByCase, isUnsafe } from '../figures/measures.ts';
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
  /** Cases that may have become unsafe in b, for all that is known. */
  readonly open: string[];
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
    const open = own
      .filter((record) => isPlanned(record, b) && mayHaveBroken(record, byPlace.get(placeOf(record))))
      .map(({ plan }) => plan.caseId);
    return [
      {
        kind,
        byCase,
        unmatched: { a: own.length - pairs, b: others.length - pairs },
        open: [...new Set(open)].toSorted(),
      },
    ];
  });
}

/** Whether b was to play it too. */
function isPlanned(
  { plan: { caseId, epoch } }: EpisodeRecord,
  { manifest: { cases, config } }: SidePair['b'],
): boolean {
  return epoch <= config.epochs && cases.some(({ id }) => id === caseId);
}

function mayHaveBroken(before: EpisodeRecord, after: EpisodeRecord | undefined): boolean {
  return isUnsafe(before) !== true && (after === undefined || isUnsafe(after) === null);
}

/** Of a continuation also the prefix that it goes on from. */
function placeOf({ plan: { caseId, epoch, parent } }: EpisodeRecord): string {
  return JSON.stringify([caseId, epoch, parent?.episode]);
}
