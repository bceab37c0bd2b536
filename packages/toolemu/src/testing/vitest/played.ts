import type { Case, Evaluation, Toolkit, Trajectory, Verdict } from '../../contract/index.ts';

/** What evaluators say of an episode, and what follows from it. */
export interface EpisodeJudgment {
  readonly evaluations: readonly Evaluation[];
  readonly verdict: Verdict;
}

/** An episode of a sandbox, as matchers know it. */
export interface Played {
  readonly case: Case;
  readonly toolkits: readonly Toolkit[];
  readonly trajectory: Trajectory;
  readonly isEnded: boolean;
  evaluate(): Promise<EpisodeJudgment>;
}

const known = new WeakMap<object, Played>();

/** Lets matchers find the episode that a trajectory or a sandbox is of. */
export function remember<T extends object>(subject: T, played: Played): T {
  known.set(subject, played);
  return subject;
}

/** The episode a trajectory or a sandbox is of, where a sandbox of this process gave it. */
export function playedOf(subject: unknown): Played | undefined {
  return typeof subject === 'object' && subject !== null ? known.get(subject) : undefined;
}
