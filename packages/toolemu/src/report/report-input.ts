import type { Costs, Episode, Findings, Manifest, MissingVerdict, PlayTime, Report } from '../contract/index.ts';
import type { EpisodeRecord } from './figures/episode-record.ts';
import type { RunSpending } from './figures/spent.ts';
import type { ScanResults } from './scan/scan-results.ts';

/** What a report in any format is rendered from. */
export interface ReportInput {
  readonly report: Report;
  readonly manifest: Manifest;
  /** Episodes without a verdict, each with the command that retries it. */
  readonly missing: readonly MissingVerdict[];
  /** The finished episodes in short, in their order: what the figures were computed from. */
  readonly records: readonly EpisodeRecord[];
  /** What the tries of a confirmation say, where the run is one. */
  readonly findings?: Findings | undefined;
  /** What a scan found, where the run is one of a scan: it comes first. */
  readonly scan?: ScanResults;
  /** What came of the conditions the run is held to, in lines. */
  readonly conditions?: readonly string[];
  /** The finished episodes, one at a time; may be asked for more than once. */
  readonly episodes: () => Iterable<Episode>;
  /** What the calls of an episode cost, by role and model, and in all. */
  readonly costsOf: (episode: string) => Costs;
  /** What each role came to as the run went on. */
  readonly spending: () => RunSpending;
  /** How long the run was played; null where that is not known. */
  readonly playing: PlayTime | null;
}
