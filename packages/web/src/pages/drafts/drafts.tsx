import type { ReactNode } from 'react';
import { usePathParts } from '../../components/addresses/addresses.ts';
import { NotFound } from '../not-found.tsx';
import { DraftList } from './draft-list.tsx';
import { DraftPage } from './draft-page.tsx';
import '../library/library.css';
import './drafts.css';

/** What a model drafted, and waits for people: the list, or one of them. */
export function Drafts(): ReactNode {
  const [, kind, id] = usePathParts() ?? [];
  if (kind === undefined) return <DraftList />;
  if ((kind !== 'toolkit' && kind !== 'case') || id === undefined) return <NotFound />;
  return <DraftPage key={`${kind} ${id}`} kind={kind} id={id} />;
}
