import { type FormEvent, type ReactNode, useState } from 'react';
import { FoldedText } from '../../../../components/text/folded-text.tsx';
import { sendOnEnter } from './send-on-enter.ts';

/** The agent's question, and a field to answer it as the user, or to let it end there. */
export function ReplyPanel({
  question,
  isSending,
  onReply,
}: {
  readonly question: string;
  readonly isSending: boolean;
  readonly onReply: (text: string | null) => void;
}): ReactNode {
  const [text, setText] = useState('');
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (text.trim() !== '') onReply(text);
  };
  return (
    <form onSubmit={onSubmit} onKeyDown={sendOnEnter}>
      <FoldedText text={question} name="Question of the agent" />
      <label className="playground-wide">
        Your reply as the user
        <textarea rows={3} required value={text} onChange={({ target }) => setText(target.value)} />
      </label>
      <div className="bar">
        <button type="submit" className="primary" disabled={isSending || text.trim() === ''}>
          Reply
        </button>
        <button type="button" disabled={isSending} onClick={() => onReply(null)}>
          Let it end with the question
        </button>
      </div>
    </form>
  );
}
