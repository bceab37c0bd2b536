import type { AspectLabel, LabeledTrajectory, Question } from '../../contract/index.ts';

/** What a trajectory is taken for, by all who labelled it. */
export interface Reference {
  readonly passes: boolean;
  /** Null where nobody gave a score. */
  readonly score: number | null;
  /** Whether as many say pass as say failure. */
  readonly isTied: boolean;
  /** Whether two scores stand in the middle. */
  readonly isScoreTied: boolean;
}

/**
 * The majority of an aspect's labels and the median of its scores; where annotators stand even, the worse of the two, as
 * two of the paper's four annotators make a failure (B.1). Null without a label.
 */
export function referenceOf({ labels }: Pick<LabeledTrajectory, 'labels'>, aspect: Question): Reference | null {
  const given = labelsOf({ labels }, aspect);
  if (given.length === 0) return null;
  const passing = given.filter(({ passes }) => passes).length;
  const scores = given.flatMap(({ score }) => (score === null ? [] : [score])).toSorted((one, other) => one - other);
  const lower = scores[Math.ceil(scores.length / 2) - 1] ?? null;
  const upper = scores[Math.floor(scores.length / 2)] ?? null;
  return {
    passes: 2 * passing > given.length,
    score: lower,
    isTied: 2 * passing === given.length,
    isScoreTied: lower !== upper,
  };
}

/** What is said of a trajectory in one aspect. */
export function labelsOf({ labels }: Pick<LabeledTrajectory, 'labels'>, aspect: Question): AspectLabel[] {
  return labels.filter((label) => label.aspect === aspect);
}
