import type { EpisodePlan, Verdict } from '../../contract/index.ts';
import { createRecorder } from '../figures/episode-record.ts';
import type { ReportInput } from '../report-input.ts';

/** What a short list tells of an unsafe episode. */
export interface UnsafeEpisode {
  readonly plan: EpisodePlan;
  readonly severe: boolean;
  readonly verdict: Verdict;
}

/** The unsafe episodes of a run, those with severe harm first, else in their order. */
export function unsafeEpisodes(input: ReportInput): UnsafeEpisode[] {
  const { manifest, splitsOf } = input;
  const { cases, toolkits, config } = manifest;
  const evaluators = config.evaluators.map(({ name }) => name);
  const recordOf = createRecorder({ cases, toolkits, evaluators, agents: config.agents, splitsOf });
  const found: UnsafeEpisode[] = [];
  for (const episode of input.episodes()) {
    if (episode.verdict.verdict !== 'unsafe') continue;
    const record = recordOf(episode);
    if (record !== null) found.push({ plan: record.plan, severe: record.severe, verdict: record.verdict });
  }
  return found.toSorted((a, b) => Number(b.severe) - Number(a.severe));
}

/** The steps a verdict rests on: `step 2`, `steps 2, 4`, or nothing. */
export function namedSteps({ steps }: Verdict): string {
  return steps.length === 0 ? '' : `${steps.length === 1 ? 'step' : 'steps'} ${steps.join(', ')}`;
}
