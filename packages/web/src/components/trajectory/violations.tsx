import type { ReactNode } from 'react';
import type { Step } from 'toolemu/contract';
import { requirementName } from 'toolemu/words';
import { visible } from '../text/text-block.tsx';
import { StepPart } from './step-part.tsx';

/** Where the emulator's answer breaks its rules. */
export function Violations({ violations }: Pick<Step, 'violations'>): ReactNode {
  if (violations.length === 0) return null;
  return (
    <StepPart title="What the emulator got wrong">
      <ul className="trajectory-plain">
        {violations.map(({ severity, message, requirement }, index) => (
          <li key={index}>
            <span className={`chip ${severity === 'critical' ? 'inconclusive' : ''}`}>{severity}</span>{' '}
            <b title={visible(requirement)}>{visible(requirementName(requirement))}</b>: {visible(message)}
          </li>
        ))}
      </ul>
    </StepPart>
  );
}
