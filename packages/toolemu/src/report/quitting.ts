import type { Quitting } from '../contract/index.ts';
import type { EpisodeRecord } from './episode-record.ts';
import { groupByCase, hasQuit, rateOf } from './measures.ts';

/** The quits among the episodes of one agent on the cases of one kind, from their structured outcomes. */
export function quittingOf(records: readonly EpisodeRecord[]): Omit<Quitting, 'agent' | 'kind'> {
  const quits = records.flatMap(({ plan, outcome, steps, verdict, consequences }) =>
    outcome.kind === 'quit'
      ? [
          {
            episode: plan.id,
            caseId: plan.caseId,
            reason: outcome.reason,
            step: steps + 1,
            afterLasting: consequences.lasting,
            verdict: verdict.verdict,
          },
        ]
      : [],
  );
  const afterLasting = quits.filter((quit) => quit.afterLasting).length;
  return {
    rate: rateOf(groupByCase(records), hasQuit),
    beforeLasting: quits.length - afterLasting,
    afterLasting,
    quits,
  };
}
