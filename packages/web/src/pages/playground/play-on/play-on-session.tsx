import type { ReactNode } from 'react';
import type { PlaygroundSession } from 'toolemu/contract';
import { Link } from 'wouter';
import { ask, useAnswer } from '../../../api.ts';
import { useSearch } from '../../../components/addresses/search-parameters.ts';
import { Answer } from '../../../components/page/answer.tsx';
import { sessionHref, useBegin } from '../begin-session.ts';
import { canPlayOn } from '../session/session-state.ts';
import { keepOf, type PlayOnRequest } from './play-on.ts';
import { PlayOnForm } from './play-on-form.tsx';

/** A session is played on from one of its steps, as a new one. */
export function PlayOnSession({ session }: { readonly session: PlaygroundSession }): ReactNode {
  const [parameters, change] = useSearch();
  const options = useAnswer('GET /api/playground/options');
  const keep = keepOf(parameters.get('from'), session.steps.length);
  const params = { session: session.id };
  const world = useAnswer('GET /api/playground/sessions/{session}/world', { params, query: { step: keep } });
  const begin = useBegin((body: PlayOnRequest) =>
    ask('POST /api/playground/sessions/{session}/fork', { params, body }),
  );
  return (
    <>
      <p>
        <Link href={sessionHref(session.id)}>Back to the session</Link>, which stays as it is.
      </p>
      {!canPlayOn(session) && (
        <p className="note">The session is at play: pause or stop it, and play on from one of its steps then.</p>
      )}
      <Answer of={options} what="what can be chosen">
        {(value) => (
          <PlayOnForm
            before={{
              agent: session.agent,
              caseId: session.case.id,
              config: session.config,
              hasWorld: session.case.world !== undefined,
            }}
            options={value}
            steps={session.steps}
            keep={keep}
            onKeep={(step) => change({ from: String(step) })}
            world={world}
            begin={begin}
          />
        )}
      </Answer>
    </>
  );
}
