import type { ReactNode } from 'react';
import type { PlaygroundSession } from 'toolemu/contract';
import { Link } from 'wouter';
import { Loading } from '../../../components/page/loading.tsx';
import { Page } from '../../../components/page/page.tsx';
import { Problem } from '../../../components/page/problem.tsx';
import { useSearch } from '../../../components/addresses/search-parameters.ts';
import { CaseBrief } from '../../../components/trajectory/case-brief.tsx';
import { PlayOnSession } from '../play-on/play-on-session.tsx';
import { Conversation } from './conversation.tsx';
import { SessionControls } from './session-controls.tsx';
import { SessionEnd } from './session-end.tsx';
import { SessionHead } from './session-head.tsx';
import { Saved, SessionActions } from './session-actions.tsx';
import { StartAgain } from './start-again.tsx';
import { type Followed, useSession } from './use-session.ts';
import { WorldNow } from './world-now.tsx';
import { YourMove } from './move/your-move.tsx';

/** A session: a case as it is played, step by step. */
export function SessionPage({ id }: { readonly id: string }): ReactNode {
  const followed = useSession(id);
  const { session, error, isGone } = followed;
  const [parameters] = useSearch();
  const isPlayedOn = parameters.has('from');
  return (
    <Page
      title={session === undefined ? 'Session' : session.case.id}
      over={<Link href="/playground">Playground</Link>}
      actions={
        session === undefined ? undefined : isGone ? (
          <StartAgain session={session} />
        ) : (
          <SessionActions session={session} refresh={followed.refresh} />
        )
      }
    >
      {isGone ? (
        <SessionGone canStartAgain={session !== undefined} />
      ) : (
        error !== null && <Problem error={error} again={followed.refresh} />
      )}
      {session === undefined ? (
        error === null && <Loading what="the session" />
      ) : isPlayedOn ? (
        <PlayOnSession session={session} />
      ) : (
        <Whole session={session} followed={followed} />
      )}
    </Page>
  );
}

function Whole({
  session,
  followed: { isBehind, isGone, tell, refresh },
}: {
  readonly session: PlaygroundSession;
  readonly followed: Followed;
}): ReactNode {
  return (
    <div className="playground-session">
      <Saved session={session} />
      <SessionHead session={session} />
      <CaseBrief value={session.case} />
      <div className="playground-columns">
        <div className="playground-main">
          <Conversation session={session} />
          <SessionEnd session={session} />
        </div>
        <div className="playground-side">
          {!isGone && <YourMove session={session} tell={tell} />}
          {!isGone && <WorldNow session={session} />}
        </div>
      </div>
      {!isGone && <SessionControls session={session} tell={tell} isBehind={isBehind} refresh={refresh} />}
    </div>
  );
}

/** Says that the server knows a session no more, and how to begin again; `canStartAgain` where what was played is known. */
function SessionGone({ canStartAgain }: { readonly canStartAgain: boolean }): ReactNode {
  return (
    <div className="note" role="status">
      <p>
        <strong>This session is over.</strong> Sessions end with the server that plays them; what was saved of them
        stays.
      </p>
      <p>
        {canStartAgain && 'Start again plays the same case anew. Or '}
        <Link href="/playground">{canStartAgain ? 'begin another session' : 'Begin a new session'}</Link>.
      </p>
    </div>
  );
}
