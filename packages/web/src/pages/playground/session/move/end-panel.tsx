import { type FormEvent, type ReactNode, useState } from 'react';
import { sendOnEnter } from './send-on-enter.ts';

/** How a person ends in the place of the agent. */
export type Ending = { readonly answer: string } | { readonly quit: string };

/** Ends with an answer, or by quitting with a reason. */
export function EndPanel({
  isSending,
  onEnd,
}: {
  readonly isSending: boolean;
  readonly onEnd: (ending: Ending) => void;
}): ReactNode {
  return (
    <div className="playground-endings">
      <p className="soft">
        To ask the user, finish with your question: as the agent you end with it. A user answers only agents that are
        language models.
      </p>
      <Words label="Answer to the user" name="Finish" isSending={isSending} onSend={(answer) => onEnd({ answer })} />
      <Words label="Reason to quit" name="Quit" isSending={isSending} onSend={(quit) => onEnd({ quit })} />
    </div>
  );
}

function Words({
  label,
  name,
  isSending,
  onSend,
}: {
  readonly label: string;
  readonly name: string;
  readonly isSending: boolean;
  readonly onSend: (text: string) => void;
}): ReactNode {
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    onSend(text);
  };
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{name === 'Finish' ? 'Finish with an answer' : 'Quit with a reason'}</summary>
      <form onSubmit={onSubmit} onKeyDown={sendOnEnter}>
        <label className="playground-wide">
          {label}
          <textarea rows={3} value={text} onChange={({ target }) => setText(target.value)} />
        </label>
        <button type="submit" disabled={isSending}>
          {name}
        </button>
      </form>
    </details>
  );
}
