import type { ReactNode } from 'react';
import type { DraftItem } from 'toolemu/contract';
import { draftStateNames } from 'toolemu/words';

/** How far a draft is, in a word. */
export function StateChip({ state }: { readonly state: DraftItem['state'] }): ReactNode {
  const { short, about } = draftStateNames[state];
  return (
    <span className={`chip drafts-${state}`} title={about}>
      {short}
    </span>
  );
}
