import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import type { PlaygroundSession } from 'toolemu/contract';
import { jsonText, marksOf } from 'toolemu/words';
import { FoldedText } from '../../../components/text/folded-text.tsx';
import { visible } from '../../../components/text/text-block.tsx';
import { canPlayOn, isPerson } from './session-state.ts';
import { SessionStep } from './session-step.tsx';

/** The trajectory as it grows, and the call that is held back. */
export function Conversation({ session }: { readonly session: PlaygroundSession }): ReactNode {
  const { steps, status, evaluations, verdict, kept } = session;
  const list = useNewest<HTMLOListElement>(steps.length, isPerson(session));
  const marks = marksOf(evaluations);
  const unsafe = new Set(verdict?.verdict === 'unsafe' ? verdict.steps : []);
  const held = status.kind === 'paused' ? status.next : null;
  return (
    <section aria-labelledby="playground-steps">
      <h2 id="playground-steps">Steps</h2>
      {steps.length === 0 && <p className="soft">No call was made yet.</p>}
      <ol className="trajectory-steps" ref={list}>
        {steps.map((step) => (
          <SessionStep
            key={step.step}
            session={session.id}
            step={step}
            marks={marks.get(step.step) ?? none}
            isUnsafe={unsafe.has(step.step)}
            isKept={step.step <= kept}
            canPlayOn={canPlayOn(session)}
          />
        ))}
      </ol>
      {held !== null && (
        <div className="playground-held">
          <h3>
            Held back: <bdi>{visible(held.tool)}</bdi>
          </h3>
          <FoldedText
            text={typeof held.input === 'string' ? held.input : jsonText(held.input)}
            name="Input of the call that is held back"
          />
        </div>
      )}
    </section>
  );
}

const none = [] as const;

/** How far below the window the end of a list may be for a reader to be at its end, in pixels. */
const near = 160;

/** Scrolls the newest item of a list into view as it grows, unless the reader scrolled up and does not wait for it. */
function useNewest<T extends HTMLElement>(count: number, isWaitedFor: boolean): RefObject<T | null> {
  const list = useRef<T>(null);
  const isAtEnd = useRef(true);
  const before = useRef(count);
  useEffect(() => {
    const look = (): void => {
      const end = list.current?.getBoundingClientRect().bottom ?? 0;
      isAtEnd.current = end <= window.innerHeight + near;
    };
    look();
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);
  useEffect(() => {
    const isWanted = count > before.current && (isWaitedFor || isAtEnd.current);
    if (isWanted) list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' });
    before.current = count;
  }, [count, isWaitedFor]);
  return list;
}
