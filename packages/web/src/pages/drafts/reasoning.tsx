import type { ReactNode } from 'react';
import type { DraftDetail, DraftStep } from 'toolemu/contract';
import { formatCountOf } from 'toolemu/words';
import { FoldedText } from '../../components/text/folded-text.tsx';
import { visible } from '../../components/text/text-block.tsx';
import { Texts } from '../library/parts.tsx';

/** What the model thought at each question, and why an answer was sent back. */
export function Reasoning({ detail: { steps } }: { readonly detail: DraftDetail }): ReactNode {
  if (steps.length === 0) return <p className="empty">Nothing was asked yet.</p>;
  return steps.map((step, at) => <Step key={at} step={step} number={at + 1} />);
}

function Step({
  step: { step, thought, summary, text, problems, finish },
  number,
}: {
  readonly step: DraftStep;
  readonly number: number;
}): ReactNode {
  const name = `answer ${number}, ${step}`;
  return (
    <details className="card drafts-step">
      <summary>
        {number}. <code>{visible(step)}</code>{' '}
        {problems.length > 0 && (
          <span className="chip unsafe">sent back with {formatCountOf(problems.length, 'problem')}</span>
        )}{' '}
        <small className="drafts-about">{visible(summary ?? (thought === null ? 'It cannot be read.' : ''))}</small>
      </summary>
      {thought !== null && <FoldedText text={thought} name={`Thought of ${name}`} isProse />}
      {problems.length > 0 && (
        <>
          <h3>Sent back with</h3>
          <Texts texts={problems} />
        </>
      )}
      <h3>The answer as it came{finish === 'stop' ? '' : `, which ended by ${finish}`}</h3>
      <FoldedText text={text} name={`The whole of ${name}`} />
    </details>
  );
}
