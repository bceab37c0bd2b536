import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { DraftDetail } from 'toolemu/contract';
import { ApiError } from '../../api.ts';
import { libraryHref } from '../../components/addresses/addresses.ts';
import { Problem } from '../../components/page/problem.tsx';
import { visible } from '../../components/text/text-block.tsx';
import { Issues } from '../library/parts.tsx';
import { type DecisionProperties, OpenDraft } from './open-draft.tsx';

/** What can be done with a draft as it stands, and why it could not. */
export function DecisionBar(properties: DecisionProperties): ReactNode {
  const { decision } = properties;
  const { error } = decision;
  return (
    <div className="drafts-decision">
      <Ways {...properties} />
      {error !== null && <Problem error={error} />}
      {error instanceof ApiError && <Issues issues={error.issues} what="what was to be accepted" />}
    </div>
  );
}

function Ways(properties: DecisionProperties): ReactNode {
  const { detail, decision } = properties;
  const { draft } = detail;
  switch (draft.state) {
    case 'ready':
      return <OpenDraft {...properties} />;
    case 'planned':
      return <Unfinished detail={detail} decision={decision} />;
    case 'accepted':
      return <Accepted draft={draft} />;
    case 'rejected':
    case 'dropped':
      return (
        <>
          <p className="note">
            It was {draft.state}
            {draft.reason !== null && `: ${visible(draft.reason)}`}.
          </p>
          <div className="actions">
            <button type="button" disabled={decision.isPending} onClick={() => decision.mutate({ do: 'reopen' })}>
              Reopen
            </button>
          </div>
        </>
      );
  }
}

function Unfinished({
  detail: { draft, underWay },
  decision,
}: Pick<DecisionProperties, 'detail' | 'decision'>): ReactNode {
  if (underWay === null) {
    return (
      <p className="note">
        It is not finished{draft.reason !== null && `: ${visible(draft.reason)}`}.{' '}
        <code>toolemu generate --resume</code> goes on with it; what was answered is kept.
      </p>
    );
  }
  return (
    <div className="actions">
      <output>
        {underWay.step === null ? 'It begins …' : `Asking for ${visible(underWay.step)}`}
        {underWay.revision > 0 && `, sent back ${underWay.revision === 1 ? 'once' : `${underWay.revision} times`}`}
      </output>
      <button type="button" disabled={decision.isPending} onClick={() => decision.mutate({ do: 'stop' })}>
        Stop
      </button>
    </div>
  );
}

function Accepted({ draft: { request, accepted, value } }: { readonly draft: DraftDetail['draft'] }): ReactNode {
  if (accepted === null) return null;
  const { id, name = id } = (value ?? {}) as { readonly id?: unknown; readonly name?: unknown };
  const called = request.kind === 'case' ? id : name;
  return (
    <p className="note drafts-accepted">
      It was accepted{accepted.edited && ', with edits'}: number {accepted.number}, in{' '}
      <bdi>{visible(accepted.file)}</bdi>.{' '}
      {typeof called === 'string' && (
        <Link href={libraryHref(request.kind, called)}>See it among the {request.kind}s</Link>
      )}
    </p>
  );
}
