import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import type { DraftKind } from 'toolemu/contract';
import { formatCount } from 'toolemu/words';
import { ask, keyOf, useAnswer } from '../../api.ts';
import { draftHref } from '../../components/addresses/addresses.ts';
import { Answer } from '../../components/page/answer.tsx';
import { Page } from '../../components/page/page.tsx';
import { ShortcutHelp, useShortcuts } from '../../components/shortcuts.tsx';
import { DraftView } from './draft-view.tsx';
import { keys } from './keys.ts';
import { readyAround } from './order.ts';
import { SettledNote } from './settled-note.tsx';

/** How often a draft that is being asked for is looked at, in milliseconds. */
const pause = 1_000;

/** A draft, and the ways to those that wait beside it. */
export function DraftPage({ kind, id }: { readonly kind: DraftKind; readonly id: string }): ReactNode {
  const params = { kind, id };
  const answer = useQuery({
    queryKey: keyOf('GET /api/drafts/{kind}/{id}', { params }),
    queryFn: () => ask('GET /api/drafts/{kind}/{id}', { params }),
    refetchInterval: ({ state: { data } }) => (data?.underWay ? pause : false),
  });
  return (
    <Page title={id} over={<Link href="/drafts">Drafts</Link>}>
      <Ways kind={kind} id={id} />
      <SettledNote />
      <Answer of={answer} what="the draft">
        {(detail) => <DraftView detail={detail} />}
      </Answer>
    </Page>
  );
}

function Ways({ kind, id }: { readonly kind: DraftKind; readonly id: string }): ReactNode {
  const [, navigate] = useLocation();
  const { data } = useAnswer('GET /api/drafts');
  const { previous, next, place, count } = readyAround(data?.drafts ?? [], { kind, id });
  const go = (to: typeof next) => () => {
    if (to !== null) navigate(draftHref(to.kind, to.id));
  };
  useShortcuts([
    { ...keys.next, run: go(next) },
    { ...keys.previous, run: go(previous) },
    { ...keys.up, run: () => navigate('/drafts') },
  ]);
  return (
    <nav className="drafts-ways" aria-label="Drafts that wait">
      <Way to={previous} name="← Previous" />
      <span className="soft">{data === undefined ? '' : placeWords(place, count)}</span>
      <Way to={next} name="Next →" />
      <ShortcutHelp shortcuts={Object.values(keys)} />
    </nav>
  );
}

function Way({ to, name }: { readonly to: ReturnType<typeof readyAround>['next']; readonly name: string }): ReactNode {
  if (to === null) return <span className="soft">{name}</span>;
  return (
    <Link href={draftHref(to.kind, to.id)} title={to.id}>
      {name}
    </Link>
  );
}

function placeWords(place: number | null, count: number): string {
  if (place !== null) return `${formatCount(place + 1)} of ${formatCount(count)} that wait`;
  return count === 0 ? 'none waits' : `${formatCount(count)} wait`;
}
