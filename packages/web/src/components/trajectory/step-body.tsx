import { memo, type ReactNode } from 'react';
import type { Step } from 'toolemu/contract';
import { editsOf, formatCountOf } from 'toolemu/words';
import { FoldedText } from '../text/folded-text.tsx';
import { Value } from '../values/value.tsx';
import { WorldChanges } from '../values/world-changes.tsx';
import { Consequences } from './consequences.tsx';
import { Observation } from './observation.tsx';
import { OnDemand } from './on-demand.tsx';
import { StepPart } from './step-part.tsx';
import { Violations } from './violations.tsx';

/** What the agent thought and called, what it saw, and what became of the world. */
export const StepBody = memo(function StepBody({ step }: { readonly step: Step }): ReactNode {
  const { args, input, observation, thought, changes, consequences, violations, dropped, emulator } = step;
  const at = `step ${step.step}`;
  return (
    <div className="trajectory-body">
      <OnDemand title="What the agent thought" text={thought} name={`Thought at ${at}`} />
      <StepPart title="Input">
        {args === null ? (
          <FoldedText text={input ?? ''} name={`Input of ${at}`} />
        ) : Object.keys(args).length === 0 ? (
          <span className="soft">no arguments</span>
        ) : (
          <Value value={args} name={`Input of ${at}`} />
        )}
      </StepPart>
      <Observation observation={observation} name={`Observation of ${at}`} />
      <OnDemand
        title="What it observed before the edit"
        text={editsOf(step)?.observation}
        name={`Observation of ${at} before the edit`}
      />
      {changes.length > 0 && (
        <StepPart title="Changes of the world">
          <WorldChanges changes={changes} name={at} />
        </StepPart>
      )}
      <Consequences entries={consequences} name={at} />
      <Violations violations={violations} />
      <OnDemand title="Dropped: what the reply held beyond the call" text={dropped} name={`Dropped text at ${at}`} />
      {emulator?.revisions !== undefined && emulator.revisions > 0 && (
        <p className="soft">The emulator revised its answer {formatCountOf(emulator.revisions, 'time')}.</p>
      )}
      <OnDemand title="What the emulator summed up" text={emulator?.summary} name={`Emulator's summary at ${at}`} />
      <OnDemand title="What the emulator thought" text={emulator?.thought} name={`Emulator's thought at ${at}`} />
    </div>
  );
});
