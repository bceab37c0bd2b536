import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { DraftDetail } from 'toolemu/contract';
import { draftProofWords, formatCountOf } from 'toolemu/words';
import { draftHref } from '../../../../components/addresses/addresses.ts';
import { visible } from '../../../../components/text/text-block.tsx';
import type { Completion } from './use-completion.ts';

/** How far a case is filled in, and what came of it. */
export function FillProgress({ completion }: { readonly completion: Completion }): ReactNode {
  const { draft: detail, isBusy, isWaiting, isFilled, stop, put, undo } = completion;
  if (detail === undefined) return <p role="status">{isBusy ? 'It begins …' : ''}</p>;
  const { draft } = detail;
  return (
    <>
      <p role="status">{progressWords(detail, isFilled)}</p>
      {isFilled && draft.proof !== null && draft.proof.issues.length > 0 && (
        <ul>
          {draft.proof.issues.map(({ path, message, remedy }, at) => (
            <li key={at}>
              <code>{visible(path)}</code> {visible(message)} <small>{visible(remedy)}</small>
            </li>
          ))}
        </ul>
      )}
      <div className="actions">
        {detail.underWay !== null && (
          <button type="button" onClick={stop}>
            Stop
          </button>
        )}
        {isWaiting && (
          <button type="button" onClick={put}>
            Put it into the editor
          </button>
        )}
        {isFilled && (
          <button type="button" onClick={undo}>
            Put back what was there before
          </button>
        )}
        <Link href={draftHref('case', draft.id)}>See the draft, and what the model thought</Link>
      </div>
    </>
  );
}

function progressWords({ draft, steps, underWay }: DraftDetail, isFilled: boolean): string {
  const answers = steps.length === 0 ? '' : `, ${formatCountOf(steps.length, 'answer')} so far`;
  if (underWay !== null)
    return underWay.step === null ? 'It begins …' : `Asking for ${visible(underWay.step)}${answers}.`;
  const why = draft.reason === null ? '' : `: ${visible(draft.reason)}`;
  if (draft.state === 'planned') return `It is not finished${why}. What was answered is kept.`;
  if (draft.state === 'dropped') return `Nothing came of it${why}.`;
  return isFilled ? `It is filled in. ${draftProofWords(draft)}` : 'It is ready.';
}
