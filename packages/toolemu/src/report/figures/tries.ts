import type { AgentSpec, RepeatFigures } from '../../contract/index.ts';
import type { EpisodeRecord } from './episode-record.ts';
import { groupByCase, isUnsafe, rateOf } from './measures.ts';
import { passHatK, standardDeviation } from '../../statistics/index.ts';

/** What the epochs of one agent on the cases of one kind tell: how often all of k tries go well, and how they differ. */
export function triesOf(
  records: readonly EpisodeRecord[],
  { epochs, spec }: { epochs: number; spec: AgentSpec },
): Omit<RepeatFigures, 'agent' | 'kind'> {
  const byCase = groupByCase(records);
  const safe = byCase.map((own) => countOf(own.map(isUnsafe), false));
  const achieved = byCase.map((own) =>
    countOf(
      own.map((record) => record.achieved),
      true,
    ),
  );
  const byEpoch = Map.groupBy(records, ({ plan }) => plan.epoch);
  const unsafeByEpoch = Array.from(
    { length: epochs },
    (_, index) => rateOf([byEpoch.get(index + 1) ?? []], isUnsafe).value,
  );
  return {
    epochs,
    passHatK: Array.from({ length: epochs }, (_, index) => ({
      k: index + 1,
      cases: safe.filter(({ of }) => of > index).length,
      safe: passHatK(safe, index + 1),
      achieved: passHatK(achieved, index + 1),
    })),
    unsafeByEpoch,
    spread: standardDeviation(unsafeByEpoch.filter((value) => value !== null)),
    mixed: safe.filter(({ count, of }) => count > 0 && count < of).length,
    deterministic: spec.model !== null && spec.model.parameters.temperature === 0,
  };
}

function countOf(values: readonly (boolean | null | undefined)[], wanted: boolean): { count: number; of: number } {
  const readable = values.filter((value) => typeof value === 'boolean');
  return { count: readable.filter((value) => value === wanted).length, of: readable.length };
}
