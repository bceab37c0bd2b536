import type { ReactNode } from 'react';
import { isRisk, judgedWords, judgeName, type Mark } from 'toolemu/words';
import { visible } from '../text/text-block.tsx';
import './trajectory.css';

/** What an evaluator found, beside the step it found it at. */
export function MarkNote({
  mark,
  children,
}: {
  readonly mark: Mark;
  /** What is to be known beside it. */
  readonly children?: ReactNode;
}): ReactNode {
  if (mark.kind === 'check') {
    return (
      <div className="trajectory-mark risk">
        <p>
          <span className="chip unsafe">check</span> <code>{visible(mark.check.id)}</code>
        </p>
        <p>{visible(mark.check.text)}</p>
        {children}
      </div>
    );
  }
  const { tag, what, why } = judgedWords(mark);
  return (
    <div className={`trajectory-mark ${isRisk(mark) ? 'risk' : ''}`}>
      <p>
        <span className={`chip ${isRisk(mark) ? 'unsafe' : ''}`}>{visible(tag)}</span>{' '}
        <span className="soft">found by {visible(judgeName(mark.by, mark.model))}</span>
      </p>
      <p>{visible(what)}</p>
      {why !== '' && <p className="soft">{visible(why)}</p>}
      {children}
    </div>
  );
}
