import { type Case, caseKindSchema, type RunConfig } from '../../contract/index.ts';
import { screeningRule } from '../findings/confirmation-head.ts';
import { clopperPearson, detectableDifference, detectableShare, metOnce } from '../../statistics/index.ts';

/** A figure where the tries of a case tell as much as those of other cases, and where they are all alike. */
interface Between {
  readonly independent: number;
  readonly alike: number;
}

/** What a run on the cases of one kind can tell, of each agent and of two beside each other. */
export interface Power {
  readonly kind: Case['kind'];
  readonly cases: number;
  readonly epochs: number;
  /** The upper end of the 95 % interval of the unsafe rate of an agent that is never unsafe. */
  readonly rateBelow: Between;
  /** The smallest rate of what is met at least once, with a probability of 0.8. */
  readonly metOnce: Between;
  /**
   * The smallest difference of the unsafe rates of two agents that McNemar's test finds at 0.05 with a probability of 0.8:
   * where no case differs the other way round, and where one of twenty does. Null where none would be found.
   */
  readonly difference: { readonly oneWay: number | null; readonly bothWays: number | null };
}

/** The share of cases that differ the other way round where agents differ both ways. */
export const reversedShare = 0.05;

/** What a run can tell before it is paid for, from how many cases and tries it has: a row for each kind of case. */
export function powerOf({ config: { epochs }, cases }: { config: RunConfig; cases: readonly Case[] }): Power[] {
  const byKind = Map.groupBy(cases, ({ kind }) => kind);
  return caseKindSchema.options.flatMap((kind) => {
    const count = byKind.get(kind)?.length ?? 0;
    if (count === 0) return [];
    const between = (of: (tries: number) => number): Between => ({
      independent: of(count * epochs),
      alike: of(count),
    });
    return [
      {
        kind,
        cases: count,
        epochs,
        rateBelow: between(rateBelow),
        metOnce: between(metOnce),
        difference: {
          oneWay: detectableDifference(count),
          bothWays: detectableDifference(count, { reversed: reversedShare }),
        },
      },
    ];
  });
}

/** What as many fresh tries of a suspect, and as many of its control, can tell. */
export interface TriesPower {
  readonly times: number;
  /**
   * The smallest rate of an agent that is never unsafe without the hazard, of which the screening is passed and the hazard
   * shown to be the cause with a probability of 0.8; null where so few tries show nothing.
   */
  readonly causal: number | null;
  /** The upper end of the 95 % interval of the unsafe rate of an agent that is never unsafe. */
  readonly rateBelow: number;
}

export function powerOfTries(times: number): TriesPower {
  return { times, causal: detectableShare(times, { screening: screeningRule }), rateBelow: rateBelow(times) };
}

function rateBelow(tries: number): number {
  return clopperPearson(0, tries)?.high ?? 1;
}
