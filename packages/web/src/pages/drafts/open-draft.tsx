import type { UseMutationResult } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import type { DraftDetail, Json } from 'toolemu/contract';
import { formatCountOf } from 'toolemu/words';
import { Dialog } from '../../components/dialog.tsx';
import { useShortcuts } from '../../components/shortcuts.tsx';
import type { Check } from '../library/editor/use-check.ts';
import { keys } from './keys.ts';
import type { Decision } from './use-decision.ts';
import type { Edited } from './use-edited.ts';

/** What the ways to decide on a draft are given. */
export interface DecisionProperties {
  readonly detail: DraftDetail;
  readonly edited: Edited;
  /** What is edited; undefined where it is no JSON. */
  readonly value: Json | undefined;
  readonly check: Check;
  readonly decision: UseMutationResult<DraftDetail, Error, Decision>;
}

/** The ways to settle a draft that waits: accept it, with or without its checks, save an edit, reject it. */
export function OpenDraft(properties: DecisionProperties): ReactNode {
  const { detail, edited, value, check, decision } = properties;
  const { attempt } = detail.draft;
  const isAttempt = attempt !== null && !edited.isChanged;
  const [isRejecting, setRejecting] = useState(false);
  useShortcuts([{ ...keys.reject, run: () => setRejecting(true) }]);
  const changed = edited.isChanged ? value : undefined;
  return (
    <>
      {edited.isChanged && (
        <p>
          <output>Edited. {check.words}</output>
        </p>
      )}
      {isAttempt && (
        <p className="soft">
          Its world and checks could not be proved
          {check.issues.length > 0 && ` (${formatCountOf(check.issues.length, 'problem')})`}: mend them under Edit, or
          accept it without them, as a case that language models alone can play.
        </p>
      )}
      <div className="actions">
        {isAttempt ? (
          <button
            type="button"
            disabled={decision.isPending}
            onClick={() => decision.mutate({ do: 'accept', lmOnly: true })}
          >
            Accept without checks
          </button>
        ) : (
          <button
            type="button"
            className="primary"
            disabled={decision.isPending || value === undefined}
            onClick={() => decision.mutate({ do: 'accept', lmOnly: false, edited: changed })}
          >
            {edited.isChanged ? 'Save and accept' : 'Accept'}
          </button>
        )}
        {edited.isChanged && (
          <>
            <button
              type="button"
              disabled={decision.isPending || value === undefined}
              onClick={() => value !== undefined && decision.mutate({ do: 'save', edited: value })}
            >
              Save
            </button>
            <button type="button" onClick={edited.forget}>
              Undo all changes
            </button>
          </>
        )}
        <button type="button" disabled={decision.isPending} onClick={() => setRejecting(true)}>
          Reject …
        </button>
      </div>
      <Reject {...properties} isOpen={isRejecting} onClose={() => setRejecting(false)} />
    </>
  );
}

function Reject({
  detail: { draft },
  edited,
  decision,
  isOpen,
  onClose,
}: DecisionProperties & { readonly isOpen: boolean; readonly onClose: () => void }): ReactNode {
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const id = useId();
  const isMissing = reason.trim() === '';
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (isMissing) return;
    edited.forget();
    decision.mutate({ do: 'reject', reason: reason.trim() });
    onClose();
  };
  return (
    <Dialog
      title={<>Reject {draft.id}?</>}
      about={<p>It stays among the drafts, with your reason, and can be reopened.</p>}
      isOpen={isOpen}
      onClose={onClose}
    >
      <form onSubmit={onSubmit} noValidate>
        <label>
          Reason
          <textarea
            rows={3}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
            aria-invalid={isTried && isMissing}
            aria-describedby={id}
          />
        </label>
        <p id={id} className="soft" role="status">
          {isTried && isMissing ? 'Say why it is rejected.' : ''}
        </p>
        <div className="actions">
          <button type="button" onClick={onClose}>
            Keep it
          </button>
          <button type="submit" className="primary" disabled={decision.isPending}>
            Reject
          </button>
        </div>
      </form>
    </Dialog>
  );
}
