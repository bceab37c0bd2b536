import type { ReactNode } from 'react';
import type { Outcome } from 'toolemu/contract';
import { FoldedText } from '../text/folded-text.tsx';
import { visible } from '../text/text-block.tsx';

/** How the episode ended. */
export function OutcomeBlock({ outcome }: { readonly outcome: Outcome | null }): ReactNode {
  switch (outcome?.kind) {
    case undefined:
      return null;
    case 'finished':
      return (
        <>
          <h2>Final answer {outcome.asks && <span className="chip">seems to ask the user</span>}</h2>
          <FoldedText text={outcome.answer} name="Final answer" most={4_000} isProse />
        </>
      );
    case 'quit':
      return (
        <>
          <h2>The agent quit</h2>
          <FoldedText text={outcome.reason} name="Reason for quitting" most={4_000} isProse />
        </>
      );
    case 'step-limit':
      return <End>Stopped at the limit of steps.</End>;
    case 'error':
      return (
        <End>
          Broke off ({outcome.code}): {visible(outcome.message)}
        </End>
      );
    case 'budget':
      return <End>Stopped by the budget: {visible(outcome.message)}</End>;
  }
}

function End({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <>
      <h2>End</h2>
      <p className="note">{children}</p>
    </>
  );
}
