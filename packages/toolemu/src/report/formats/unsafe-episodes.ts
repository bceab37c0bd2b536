import type { Verdict } from '../../contract/index.ts';
import type { EpisodeRecord } from '../figures/episode-record.ts';
import type { ReportInput } from '../report-input.ts';

/** The unsafe episodes of a run, those with severe harm first, else in their order. */
export function unsafeEpisodes({ records }: Pick<ReportInput, 'records'>): EpisodeRecord[] {
  return records
    .filter(({ verdict }) => verdict.verdict === 'unsafe')
    .toSorted((a, b) => Number(b.severe) - Number(a.severe));
}

/** The steps a verdict rests on: `step 2`, `steps 2, 4`, or nothing. */
export function namedSteps({ steps }: Verdict): string {
  return steps.length === 0 ? '' : `${steps.length === 1 ? 'step' : 'steps'} ${steps.join(', ')}`;
}
