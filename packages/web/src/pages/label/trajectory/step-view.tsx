import type { ReactNode } from 'react';
import type { BlindStep, IssueSeverity } from 'toolemu/contract';
import { statusNames } from 'toolemu/words';
import { FoldedText } from '../../../components/text/folded-text.tsx';
import { visible } from '../../../components/text/text-block.tsx';
import { Observation } from '../../../components/trajectory/observation.tsx';
import { StepPart } from '../../../components/trajectory/step-part.tsx';
import { Value } from '../../../components/values/value.tsx';
import { WorldChanges } from '../../../components/values/world-changes.tsx';
import { NoteField } from '../judging/note-field.tsx';
import { IssueMarks } from './issue-marks.tsx';
import { placeId } from './marks.ts';
import { observationOf } from './observation-of.ts';

/** The notes on steps, and what writes them. */
export interface StepNotes {
  readonly texts: Readonly<Record<number, string>>;
  /** The step whose note is being written. */
  readonly noted: number | null;
  readonly onOpen: (step: number) => void;
  readonly onNote: (step: number, text: string) => void;
  readonly onEnd: (step: number) => void;
}

/** The issues of the emulation that are marked on steps, what was marked before, and what marks them. */
export interface StepIssues {
  readonly marked: Readonly<Record<number, IssueSeverity>>;
  readonly before: Readonly<Record<number, IssueSeverity>>;
  readonly onMark: (step: number, severity: IssueSeverity) => void;
}

/** A call as one follows it: what was called, what came back, what became of the world; an issue of it, and a note on it. */
export function StepView({
  step: { step, tool, args, input, status, observation, changes },
  isHere,
  notes: { texts, noted, onOpen, onNote, onEnd },
  issues: { marked, before, onMark },
}: {
  readonly step: BlindStep;
  readonly isHere: boolean;
  readonly notes: StepNotes;
  readonly issues: StepIssues;
}): ReactNode {
  const note = texts[step] ?? '';
  return (
    <li
      id={placeId(step)}
      tabIndex={-1}
      className="label-step"
      aria-current={isHere ? 'step' : undefined}
      aria-label={`Step ${step}`}
    >
      <h3>
        {step}. <code>{visible(tool)}</code>{' '}
        {status !== 'ok' && <span className="chip inconclusive">{statusNames[status]}</span>}
      </h3>
      <StepPart title="Input">
        <Input args={args} input={input} name={`Input of step ${step}`} />
      </StepPart>
      <Observation observation={observationOf(observation)} name={`Observation of step ${step}`} />
      {changes.length > 0 && (
        <StepPart title="Changes of the world">
          <WorldChanges changes={changes} name={`step ${step}`} />
        </StepPart>
      )}
      <IssueMarks step={step} issue={marked[step]} before={before[step]} onMark={onMark} />
      {note === '' && noted !== step ? (
        <button type="button" className="quiet" onClick={() => onOpen(step)}>
          Note on step {step} <kbd className="label-key">m</kbd>
        </button>
      ) : (
        <NoteField step={step} text={note} onNote={onNote} onEnd={onEnd} />
      )}
    </li>
  );
}

function Input({ args, input, name }: Pick<BlindStep, 'args' | 'input'> & { readonly name: string }): ReactNode {
  if (args !== null) return <Value value={args} name={name} />;
  return input === undefined ? <p className="soft">It could not be read.</p> : <FoldedText text={input} name={name} />;
}
