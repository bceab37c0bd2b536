import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import type { PlaygroundSession, SessionProgress } from 'toolemu/contract';
import { ask } from '../../../../api.ts';
import { Problem } from '../../../../components/page/problem.tsx';
import { CallPanel } from './call-panel.tsx';
import { EndPanel, type Ending } from './end-panel.tsx';
import { ReplyPanel } from './reply-panel.tsx';

interface MoveProperties {
  readonly session: PlaygroundSession;
  readonly tell: (progress: SessionProgress) => void;
}

/** What is waited for of the person before the page: a move of the agent, or a reply of the user. */
export function YourMove({ session, tell }: MoveProperties): ReactNode {
  switch (session.status.kind) {
    case 'waiting-for-call':
      return <AgentMove key={session.steps.length} session={session} tell={tell} />;
    case 'waiting-for-reply':
      return <UserReply session={session} question={session.status.question} tell={tell} />;
    default:
      return null;
  }
}

function AgentMove({ session, tell }: MoveProperties): ReactNode {
  const params = { session: session.id };
  const call = useMutation({
    mutationFn: (body: { tool: string; input: string | Record<string, never> }) =>
      ask('POST /api/playground/sessions/{session}/call', { params, body }),
    onSuccess: tell,
  });
  const end = useMutation({
    mutationFn: (body: Ending) => ask('POST /api/playground/sessions/{session}/end', { params, body }),
    onSuccess: tell,
  });
  const heading = useFocus<HTMLHeadingElement>(session.steps.length > 0);
  const error = call.error ?? end.error;
  const isSending = call.isPending || end.isPending;
  return (
    <section className="card playground-move" aria-labelledby="playground-move">
      <h2 id="playground-move" tabIndex={-1} ref={heading}>
        Your move as the agent
      </h2>
      {error !== null && <Problem error={error} />}
      <CallPanel
        toolkits={session.toolkits}
        isSending={isSending}
        onCall={(tool, input) => call.mutate({ tool, input: input as never })}
      />
      <EndPanel isSending={isSending} onEnd={(ending) => end.mutate(ending)} />
    </section>
  );
}

function UserReply({ session, question, tell }: MoveProperties & { readonly question: string }): ReactNode {
  const reply = useMutation({
    mutationFn: (text: string | null) =>
      ask('POST /api/playground/sessions/{session}/reply', { params: { session: session.id }, body: { text } }),
    onSuccess: tell,
  });
  const heading = useFocus<HTMLHeadingElement>(true);
  return (
    <section className="card playground-move" aria-labelledby="playground-move">
      <h2 id="playground-move" tabIndex={-1} ref={heading}>
        The agent asks
      </h2>
      {reply.error !== null && <Problem error={reply.error} />}
      <ReplyPanel question={question} isSending={reply.isPending} onReply={(text) => reply.mutate(text)} />
    </section>
  );
}

/** Puts the focus on a heading as it comes, so that the next move is where the last one was. */
function useFocus<T extends HTMLElement>(isWanted: boolean) {
  const place = useRef<T>(null);
  const first = useRef(isWanted);
  useEffect(() => {
    const isLost = document.activeElement === document.body || document.activeElement === null;
    if (first.current && isLost) place.current?.focus({ preventScroll: true });
  }, []);
  return place;
}
