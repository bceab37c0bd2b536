import type { ReactNode } from 'react';
import { noteId } from '../trajectory/marks.ts';

/** A note on a step, or on the whole (0). Escape leads back to what it is on. */
export function NoteField({
  step,
  text,
  onNote,
  onEnd,
}: {
  readonly step: number;
  readonly text: string;
  readonly onNote: (step: number, text: string) => void;
  readonly onEnd: (step: number) => void;
}): ReactNode {
  return (
    <label className="label-note">
      <span>
        {step === 0 ? 'Note on the whole' : `Note on step ${step}`}{' '}
        <kbd className="label-key">{step === 0 ? 'c' : 'm'}</kbd>
      </span>
      <textarea
        id={noteId(step)}
        rows={2}
        maxLength={10_000}
        value={text}
        onChange={({ currentTarget }) => onNote(step, currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          onEnd(step);
        }}
      />
    </label>
  );
}
