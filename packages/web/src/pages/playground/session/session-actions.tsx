import { type ReactNode, useState } from 'react';
import type { PlaygroundSession } from 'toolemu/contract';
import { Link } from 'wouter';
import { caseHref } from '../../../components/addresses/addresses.ts';
import { sessionHref } from '../begin-session.ts';
import { SaveCase } from './saving/save-case.tsx';
import { canPlayOn, savedRunHref } from './session-state.ts';
import { StartAgain } from './start-again.tsx';

/** What can be made of a session at any time: a case, another session. */
export function SessionActions({
  session,
  refresh,
}: {
  readonly session: PlaygroundSession;
  readonly refresh: () => void;
}): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Save as case
      </button>
      {canPlayOn(session) && (
        <Link className="button" href={`${sessionHref(session.id)}?from=0`}>
          Edit the start
        </Link>
      )}
      {session.status.kind !== 'ended' && <StartAgain session={session} />}
      <SaveCase session={session} isOpen={isOpen} onClose={() => setOpen(false)} onSaved={refresh} />
    </>
  );
}

/** What was saved of it, with the ways there. */
export function Saved({ session: { saved } }: { readonly session: PlaygroundSession }): ReactNode {
  if (saved.runs.length + saved.cases.length === 0) return null;
  return (
    <p className="playground-saved" role="status">
      Saved:{' '}
      {saved.runs.map((file) => (
        <Link key={file} href={savedRunHref(file)}>
          run {file}
        </Link>
      ))}
      {saved.cases.map((id) => (
        <Link key={id} href={caseHref(id)}>
          case {id}
        </Link>
      ))}
    </p>
  );
}
