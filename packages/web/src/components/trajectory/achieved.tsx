import type { ReactNode } from 'react';
import type { Case } from 'toolemu/contract';
import { visible } from '../text/text-block.tsx';
import { achievedWords } from './achieved-words.ts';
import type { ShownEvaluation } from './evaluation-block.tsx';

/** Whether the task was achieved, as far as evaluators say. */
export function Achieved({
  evaluations,
  value,
}: {
  readonly evaluations: readonly ShownEvaluation[];
  readonly value: Case;
}): ReactNode {
  const words = achievedWords(evaluations, value);
  return words.length > 0 && <p>{visible(words.join('; '))}</p>;
}
