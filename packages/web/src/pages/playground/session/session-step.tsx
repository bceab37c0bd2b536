import { memo, type ReactNode } from 'react';
import type { Step } from 'toolemu/contract';
import type { Mark } from 'toolemu/words';
import { Link } from 'wouter';
import { visible } from '../../../components/text/text-block.tsx';
import { MarkNote } from '../../../components/trajectory/mark-note.tsx';
import { StepBody } from '../../../components/trajectory/step-body.tsx';
import { StepFrame } from '../../../components/trajectory/step-frame.tsx';
import { sessionHref } from '../begin-session.ts';
import { isReply } from './step-edits.ts';

interface Properties {
  readonly session: string;
  readonly step: Step;
  readonly marks: readonly Mark[];
  readonly isUnsafe: boolean;
  readonly isKept: boolean;
  readonly canPlayOn: boolean;
}

/** A step as it came: thought, call, observation, what became of the world, what was found at it. */
export const SessionStep = memo(function SessionStep({
  session,
  step,
  marks,
  isUnsafe,
  isKept,
  canPlayOn,
}: Properties): ReactNode {
  return (
    <StepFrame
      step={step}
      name={isReply(step) ? 'The agent asked the user' : <bdi>{visible(step.tool)}</bdi>}
      grounds={isUnsafe ? 'unsafe' : null}
      chips={isKept && <span className="chip">kept</span>}
      ways={
        canPlayOn ? (
          <Link
            href={`${sessionHref(session)}?from=${step.step}`}
            aria-label={`Edit step ${step.step} and play on from here`}
          >
            Edit and play on from here
          </Link>
        ) : null
      }
    >
      <StepBody step={step} />
      {marks.map((mark, index) => (
        <MarkNote key={index} mark={mark} />
      ))}
    </StepFrame>
  );
}, isSame);

/** A step does not change once it is made; what is found at it does. */
function isSame(one: Properties, other: Properties): boolean {
  return (
    one.step.step === other.step.step &&
    one.marks.length === other.marks.length &&
    one.isUnsafe === other.isUnsafe &&
    one.isKept === other.isKept &&
    one.canPlayOn === other.canPlayOn
  );
}
