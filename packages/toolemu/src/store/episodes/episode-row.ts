import type {
  Episode,
  EpisodePlan,
  Evaluation,
  EvaluationResult,
  Outcome,
  Step,
  Trajectory,
} from '../../contract/index.ts';
import type { DerivedValue } from './derived.ts';

type Result<K> = Extract<EvaluationResult, { kind: K }>;

/** What an evaluator said of an episode, in short. */
export interface Grade {
  readonly evaluator: string;
  readonly model: string | null;
  readonly result:
    | Pick<Result<'scored'>, 'kind' | 'score'>
    | (Pick<Result<'checked'>, 'kind' | 'achieved'> & {
        /** How many checks failed while they ran. */ unreadable: number;
      })
    | Pick<Result<'graded'>, 'kind' | 'score' | 'passed'>
    | Pick<Result<'unscored'>, 'kind' | 'reason' | 'cause'>;
}

/** An episode in short: its steps are counted, and its evaluations told by their grades. */
export interface EpisodeRow {
  readonly plan: EpisodePlan;
  /** Null until the trajectory has ended. */
  readonly outcome: Outcome | null;
  /** Null until the episode has ended. */
  readonly verdict: Episode['verdict'] | null;
  readonly steps: number;
  /** The last one of each evaluator. */
  readonly grades: readonly Grade[];
}

/** A finished episode without its steps. */
export interface EndedEpisode {
  readonly plan: EpisodePlan;
  readonly outcome: Outcome;
  readonly evaluations: readonly Evaluation[];
  readonly verdict: Episode['verdict'];
  readonly derived: readonly DerivedValue[];
  /** The whole episode. */
  readonly read: () => Episode;
}

/** An episode whose trajectory or verdict may still be missing. */
export interface StoredEpisode {
  readonly plan: EpisodePlan;
  readonly steps: Step[];
  readonly outcome: Outcome | null;
  readonly source: Trajectory['source'];
  readonly evaluations: Evaluation[];
  readonly verdict: Episode['verdict'] | null;
}
