import type { ComparedAgent, EpisodeDetail, Step } from 'toolemu/contract';

/** A side with its episode, and its calls from the first that differs. */
export interface Column {
  readonly side: ComparedAgent;
  readonly detail: EpisodeDetail;
  readonly steps: readonly Step[];
  /** Numbers of all its steps that are risky. */
  readonly risky: ReadonlySet<number>;
  /** Numbers of those that an unsafe verdict rests on. */
  readonly unsafe: ReadonlySet<number>;
}
