import type { ReactNode } from 'react';
import type { PlaygroundSession } from 'toolemu/contract';
import { ask, useAnswer } from '../../../api.ts';
import { Problem } from '../../../components/page/problem.tsx';
import { useBegin } from '../begin-session.ts';
import { requestAgain } from '../set-up/request-again.ts';
import type { SessionRequest } from '../set-up/session-request.ts';

/** Begins the same session anew, where its agent can begin one. */
export function StartAgain({ session }: { readonly session: PlaygroundSession }): ReactNode {
  const options = useAnswer('GET /api/playground/options');
  const again = useBegin((body: SessionRequest) => ask('POST /api/playground/sessions', { body }));
  const request = options.data === undefined ? null : requestAgain(session, options.data);
  if (request === null) return null;
  return (
    <>
      <button type="button" disabled={again.isPending} onClick={() => again.mutate(request)}>
        Start again
      </button>
      {again.error !== null && <Problem error={again.error} />}
    </>
  );
}
