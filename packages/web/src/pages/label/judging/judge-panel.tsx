import type { ReactNode } from 'react';
import type { BlindItem, Judgments } from 'toolemu/contract';
import type { Saver } from '../saving/saver.ts';
import { SavingLine } from '../saving/saving-line.tsx';
import { worstIssue } from './issues.ts';
import { JudgementField } from './judgement-field.tsx';
import { NoteField } from './note-field.tsx';
import { type Judgement, type Option, rubrics } from './rubric.ts';
import type { Said } from './said.ts';

/** What an annotator says of a trajectory: three judgements, a note on the whole, and the ways on. */
export function JudgePanel({
  said,
  state,
  reopened,
  onJudge,
  onNote,
  onEndNote,
  onTakeBack,
  onMove,
  onKeys,
  isFirst,
  isLast,
  isBeingWritten,
  saver,
}: {
  readonly said: Said;
  /** How much of it is kept. */
  readonly state: 'whole' | 'part' | 'none';
  readonly reopened: BlindItem['reopened'];
  readonly onJudge: (judgement: Judgement, value: Option['value']) => void;
  readonly onNote: (step: number, text: string) => void;
  readonly onEndNote: (step: number) => void;
  readonly onTakeBack: () => void;
  readonly onMove: (to: 'next' | 'previous' | 'open') => void;
  readonly onKeys: () => void;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly isBeingWritten: boolean;
  readonly saver: Saver<Judgments>;
}): ReactNode {
  const { disputed = [], before = null } = reopened ?? {};
  return (
    <section className="label-panel" aria-label="Your judgement">
      {isBeingWritten && <p className="note">This run is being written: it takes no labels until that ends.</p>}
      {rubrics.map((rubric) => (
        <JudgementField
          key={rubric.judgement}
          rubric={rubric}
          chosen={said[rubric.judgement]}
          isDisputed={disputed.includes(rubric.judgement)}
          before={before?.[rubric.judgement] ?? null}
          worst={worstIssue(said)}
          onChoose={(value) => onJudge(rubric.judgement, value)}
        />
      ))}
      <NoteField step={0} text={said.notes[0] ?? ''} onNote={onNote} onEnd={onEndNote} />
      <div className="label-ways">
        <SavingLine saver={saver} always={state !== 'none'} />
        <div className="actions">
          <button type="button" onClick={() => onMove('previous')} disabled={isFirst}>
            Previous <kbd className="label-key">p</kbd>
          </button>
          <button type="button" className={state === 'whole' ? 'primary' : undefined} onClick={() => onMove('next')}>
            {isLast ? 'Finish' : 'Next'} <kbd className="label-key">n</kbd>
          </button>
          <button type="button" onClick={() => onMove('open')}>
            Next open <kbd className="label-key">u</kbd>
          </button>
          <button type="button" onClick={onTakeBack} disabled={state === 'none'}>
            Take back
          </button>
          <button type="button" className="quiet" onClick={onKeys}>
            Keys <kbd className="label-key">?</kbd>
          </button>
        </div>
      </div>
    </section>
  );
}
