import type { ReactNode } from 'react';
import type { Case, DatedEvaluation } from 'toolemu/contract';
import { EvaluationBlock } from '../../../components/trajectory/evaluation-block.tsx';
import { MarkNote } from '../../../components/trajectory/mark-note.tsx';
import { CheckCondition } from '../check-condition.tsx';
import { StepLink } from '../step-link.tsx';

/** What one evaluator said at one time, each thing it found with the way to its step. */
export function EvaluationCard({
  evaluation,
  value,
}: {
  readonly evaluation: DatedEvaluation;
  readonly value: Case;
}): ReactNode {
  return (
    <div className="episode-evaluation">
      <EvaluationBlock
        evaluation={evaluation}
        value={value}
        heading="h2"
        markOf={(mark, step) => (
          <div className="episode-found">
            <p>
              {step === 0 ? (
                <span className="soft">in no single step</span>
              ) : (
                <StepLink step={step}>step {step}</StepLink>
              )}
            </p>
            <MarkNote mark={mark}>
              <CheckCondition mark={mark} value={value} />
            </MarkNote>
          </div>
        )}
      />
    </div>
  );
}
