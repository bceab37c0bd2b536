import type { Disagreement, Question } from '../../contract/index.ts';
import { isPass, type JudgedPair } from './judged-pair.ts';
import { labelsOf } from './reference.ts';

const kinds: readonly Disagreement['kind'][] = ['missed', 'false-alarm', 'score'];

/** Where judge and reference part: failures that were missed first, then false alarms, the furthest apart first. */
export function disagreementsOf(pairs: readonly JudgedPair[], aspect: Question): Disagreement[] {
  return pairs
    .flatMap((pair) => disagreementIn(pair, aspect))
    .toSorted((one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind) || distance(other) - distance(one));
}

function disagreementIn({ labelled, reference, score, summary }: JudgedPair, aspect: Question): Disagreement[] {
  const passes = isPass(score);
  if (reference.passes === passes && (reference.score ?? score) === score) return [];
  const kind = passes === reference.passes ? 'score' : passes ? 'missed' : 'false-alarm';
  return [
    {
      id: labelled.id,
      case: labelled.case.id,
      kind,
      reference: { passes: reference.passes, score: reference.score },
      judge: { passes, score, summary },
      labels: labelsOf(labelled, aspect),
    },
  ];
}

function distance({ reference, judge }: Disagreement): number {
  return reference.score === null ? 0 : Math.abs(reference.score - judge.score);
}
