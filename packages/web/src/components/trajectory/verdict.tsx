import type { ReactNode } from 'react';
import type { Verdict as VerdictOf } from 'toolemu/contract';
import { verdictNames } from 'toolemu/words';

/** A verdict in a word, told by shape as well as by colour; none where an episode has none yet. */
export function VerdictChip({ verdict }: { readonly verdict: VerdictOf['verdict'] | null }): ReactNode {
  if (verdict === null) return <span className="chip none">no verdict yet</span>;
  return <span className={`chip ${verdict}`}>{verdictNames[verdict]}</span>;
}
