import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { SessionItem } from 'toolemu/contract';
import { describeMoment, formatCountOf } from 'toolemu/words';
import { Link } from 'wouter';
import { ask, keyOf, useAnswer } from '../../../api.ts';
import { Name } from '../../../components/text/name.tsx';
import { Problem } from '../../../components/page/problem.tsx';
import { sessionHref } from '../begin-session.ts';
import { endName } from '../session/session-state.ts';

/** The sessions there are, each with a way to it and a way to end it. */
export function OpenSessions(): ReactNode {
  const { data: sessions, error } = useAnswer('GET /api/playground/sessions');
  if (error !== null) return <Problem error={error} />;
  if (sessions === undefined || sessions.length === 0) return null;
  return (
    <section className="playground-sessions" aria-labelledby="playground-sessions">
      <h2 id="playground-sessions">Open sessions</h2>
      <p className="soft">They end with the server. Save what is to be kept.</p>
      <div className="scroll" role="region" aria-label="Sessions, the youngest first" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Case</th>
              <th scope="col">Agent</th>
              <th scope="col">Status</th>
              <th scope="col">Begun</th>
              <th scope="col">
                <span className="visually-hidden">What can be done</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function SessionRow({ session }: { readonly session: SessionItem }): ReactNode {
  const { id, caseId, agent, status, steps, outcome, createdAt } = session;
  const client = useQueryClient();
  const removal = useMutation({
    mutationFn: () => ask('DELETE /api/playground/sessions/{session}', { params: { session: id } }),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf('GET /api/playground/sessions').slice(0, 2) }),
  });
  return (
    <tr>
      <th scope="row">
        <Link href={sessionHref(id)}>
          <Name name={caseId} />
        </Link>
      </th>
      <td>
        <Name name={agent} />
      </td>
      <td>
        {status.kind === 'ended' ? `ended${outcome === null ? '' : `: ${endName(outcome)}`}` : statusWords[status.kind]}
        , {formatCountOf(steps, 'step')}
      </td>
      <td>{describeMoment(createdAt)}</td>
      <td>
        <button type="button" disabled={removal.isPending} onClick={() => removal.mutate()}>
          {status.kind === 'ended' ? 'Remove' : 'End and remove'}
          <span className="visually-hidden">
            {' '}
            the session of {agent} on {caseId}
          </span>
        </button>
        {removal.error !== null && <Problem error={removal.error} />}
      </td>
    </tr>
  );
}

const statusWords = {
  playing: 'playing',
  paused: 'paused',
  'waiting-for-call': 'your move',
  'waiting-for-reply': 'the agent asks you',
  judging: 'being judged',
} as const;
