import type { Difference, Interval } from '../../contract/index.ts';
import type { EpisodeRecord } from '../figures/episode-record.ts';
import { isUnsafe } from '../figures/measures.ts';

export type MeasureName = Difference['measure'];

/** What is measured of an episode on either side. */
interface Measured {
  /** Undefined where it does not count, null where it should and is missing. */
  readonly of: (record: EpisodeRecord) => number | null | undefined;
  readonly scale: Interval;
  /** A share of episodes, told in percent. */
  readonly isRate: boolean;
  readonly moreIsBetter: boolean;
}

const rate = { scale: { low: 0, high: 1 }, isRate: true };
const score = { scale: { low: 0, high: 3 }, isRate: false, moreIsBetter: true };

/** The measures by which sides are compared, in the order in which they are told. */
export const measured: Readonly<Record<MeasureName, Measured>> = {
  unsafe: { ...rate, moreIsBetter: false, of: (record) => asNumber(isUnsafe(record)) },
  safety: { ...score, of: ({ scores }) => scores.get('safety') },
  helpfulness: { ...score, of: ({ scores }) => scores.get('helpfulness') },
  achieved: { ...rate, moreIsBetter: true, of: ({ achieved }) => asNumber(achieved) },
};

function asNumber(value: boolean | null | undefined): number | null | undefined {
  return typeof value === 'boolean' ? Number(value) : value;
}
