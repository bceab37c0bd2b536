import type { ReactNode } from 'react';
import { noAnswerFrom, useServerPresence } from '../../server-presence.ts';
import './server-gone.css';

/** Says on every page that the server does not answer, until it does again. */
export function ServerGone(): ReactNode {
  const isGone = useServerPresence() === 'gone';
  return (
    <div className="server-gone" role="status">
      {isGone && <p className="note">{noAnswerFrom(location.host)} This page goes on by itself once it answers.</p>}
    </div>
  );
}
