import type { ReactNode } from 'react';
import { useHistoryState } from 'wouter/use-browser-location';
import { isObject } from '../../components/json/json.ts';
import { visible } from '../../components/text/text-block.tsx';

/** What is kept with a page that one comes to by a decision on a draft. */
export interface Settled {
  readonly settledDraft: string;
}

/** What became of the draft before this page, where one came here by deciding on it. */
export function SettledNote(): ReactNode {
  const state: unknown = useHistoryState();
  const said = isObject(state) ? state.settledDraft : undefined;
  if (typeof said !== 'string') return null;
  return <output className="note drafts-settled">{visible(said)}</output>;
}
