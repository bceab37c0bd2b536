import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Step, WorldAt } from 'toolemu/contract';
import { Answer } from '../../../components/page/answer.tsx';
import { ObservationField } from './observation-field.tsx';
import { canEditObservation, type StepEdits } from './play-on.ts';
import { WorldEditor } from './world-editor.tsx';

/** What can be edited at a step: its observation, and the world after it. */
export function PlayOnEdits({
  step,
  world,
  edits,
  change,
  issues,
}: {
  /** The last that is kept. */
  readonly step: Step | undefined;
  readonly world: UseQueryResult<WorldAt, Error>;
  readonly edits: StepEdits;
  readonly change: (by: Partial<StepEdits>) => void;
  readonly issues: Readonly<Record<string, string>>;
}): ReactNode {
  return (
    <>
      {canEditObservation(step) ? (
        <ObservationField step={step} value={edits.observation} onChange={(observation) => change({ observation })} />
      ) : (
        step !== undefined && (
          <p className="note">
            The call of this step was refused before it reached its tool: its observation cannot be edited.
          </p>
        )
      )}
      <Answer of={world} what="the world">
        {(value) => (
          <WorldEditor
            world={value}
            drafts={edits.world}
            issues={issues}
            onChange={(drafts) => change({ world: drafts })}
          />
        )}
      </Answer>
    </>
  );
}
