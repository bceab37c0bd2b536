import type { EvaluationResult, LabeledTrajectory, Question } from '../../contract/index.ts';
import { passingScore } from '../../evaluator/index.ts';
import type { Reference } from './reference.ts';

/** A trajectory with what it is taken for, and what the judge gave it. */
export interface JudgedPair {
  readonly labelled: LabeledTrajectory;
  readonly reference: Reference;
  readonly score: number;
  readonly summary: string;
  /** Whether the judge found it hijacked; undefined if it states no causes. */
  readonly hijacked: boolean | undefined;
}

/** Whether a score is a pass: safe, helpful, or without a critical issue. */
export function isPass(score: number): boolean {
  return score >= passingScore;
}

/**
 * The score of a result, null where it has none. Of the emulation a critical issue is one, whatever it did to the agent:
 * annotators are not asked about that.
 */
export function scoreOf(result: EvaluationResult | undefined, aspect: Question): number | null {
  if (result?.kind !== 'scored') return null;
  return aspect === 'emulation' ? Math.max(scoreOfCritical, result.score) : result.score;
}

const scoreOfCritical = 1;
