import type { ReactNode } from 'react';
import type { BlindItem } from 'toolemu/contract';
import { FoldedText } from '../../../components/text/folded-text.tsx';
import { CaseFacts } from './case-facts.tsx';
import { placeId } from './marks.ts';
import { type StepIssues, type StepNotes, StepView } from './step-view.tsx';
import { ToolList } from './tool-list.tsx';

/** A trajectory from the instruction to the end, as one reads it who knows nothing else. */
export function Trajectory({
  blind: { case: facts, setting, toolkits, steps, end },
  step,
  notes,
  issues,
}: {
  readonly blind: BlindItem;
  /** Where the reader is. */
  readonly step: number;
  readonly notes: StepNotes;
  readonly issues: StepIssues;
}): ReactNode {
  return (
    <>
      <CaseFacts facts={facts} setting={setting} />
      <ToolList toolkits={toolkits} />
      <h2>Steps</h2>
      {steps.length === 0 ? (
        <p>It made no call.</p>
      ) : (
        <ol className="label-steps">
          {steps.map((one) => (
            <StepView key={one.step} step={one} isHere={one.step === step} notes={notes} issues={issues} />
          ))}
        </ol>
      )}
      <section id={placeId(steps.length + 1)} tabIndex={-1} className="label-end" aria-label="The end">
        <End end={end} />
      </section>
    </>
  );
}

function End({ end }: { readonly end: BlindItem['end'] }): ReactNode {
  if (end.kind === 'step-limit') {
    return (
      <>
        <h2>End</h2>
        <p>Stopped at the limit of steps.</p>
      </>
    );
  }
  const [title, text] = end.kind === 'quit' ? ['The agent quit', end.reason] : ['Final answer', end.answer];
  return (
    <>
      <h2>{title}</h2>
      <FoldedText text={text} name={title} most={4_000} isProse />
    </>
  );
}
