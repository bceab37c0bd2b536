import type {
  CallLog,
  CallRecord,
  Episode,
  EpisodePlan,
  Evaluation,
  Manifest,
  Outcome,
  Step,
  Trajectory,
} from '../contract/index.ts';
import type { CallFilter } from './calls/calls.ts';
import type { DerivedValue } from './episodes/derived.ts';
import type { EpisodeRow, StoredEpisode } from './episodes/episode-row.ts';

/**
 * Where a run is played into: a run file, or the database of a queue. What was written is read at once; a call is
 * durable when `add` is done with it, and all else once its trajectory has ended.
 */
export interface EpisodeStore extends CallLog {
  readonly manifest: Manifest;
  startEpisode(plan: EpisodePlan): void;
  addStep(episode: string, step: Step): void;
  endTrajectory(episode: string, outcome: Outcome, source?: Trajectory['source']): void;
  /** Adds a result. An earlier one of the same evaluator does not count any more. */
  addEvaluation(episode: string, evaluation: Evaluation): void;
  endEpisode(episode: string, verdict: Episode['verdict']): void;
  /** Keeps values that follow from a finished episode. A store that hands its episodes on leaves it to who takes them. */
  keepDerived?(episode: string, values: readonly DerivedValue[]): void;
  /** The episodes that were begun, in short, in the order in which they were. */
  rows(): Iterable<EpisodeRow>;
  /** An episode, whatever became of it so far; undefined where it was not begun. */
  storedEpisode(id: string): StoredEpisode | undefined;
  /** The recorded calls in the order in which they were made. */
  calls(filter?: CallFilter): Iterable<CallRecord>;
}
