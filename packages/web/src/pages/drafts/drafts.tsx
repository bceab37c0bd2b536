import type { ReactNode } from 'react';
import { usePathParts } from '../../components/addresses.ts';
import { NotFound } from '../not-found.tsx';
import { DraftList } from './draft-list.tsx';
import { DraftPage } from './draft-page.tsx';
import '../library/library.css';
import './drafts.css';

/** What a model drafted, and waits for people: the list, or one of them. */
export function Drafts(): ReactNode {
  const [, sort, id] = usePathParts() ?? [];
  if (sort === undefined) return <DraftList />;
  if ((sort !== 'toolkit' && sort !== 'case') || id === undefined) return <NotFound />;
  return <DraftPage key={`${sort} ${id}`} sort={sort} id={id} />;
}
