import type { ReactNode } from 'react';
import { formatCount } from 'toolemu/words';
import { Link, useLocation } from 'wouter';
import { useAnswer } from '../../api.ts';
import { episodeHref } from '../../components/addresses/addresses.ts';
import { type EpisodeChoice, isFiltered } from '../../components/addresses/episode-choice.ts';
import { ShortcutHelp, useShortcuts } from '../../components/shortcuts.tsx';
import type { KeptRow } from '../run/episodes/kept-row.ts';
import { keys } from './keys.ts';

/** The ways to the episodes before and after this one in its list. */
export function Neighbours({
  run,
  episode,
  choice,
  list,
}: {
  readonly run: string;
  readonly episode: string;
  readonly choice: EpisodeChoice;
  /** The way back to the list. */
  readonly list: string;
}): ReactNode {
  const [, navigate] = useLocation();
  const { data } = useAnswer('GET /api/runs/{run}/episodes/{episode}/neighbors', {
    params: { run, episode },
    query: choice,
  });
  const go = (to: string | null | undefined) => () => {
    if (typeof to === 'string') navigate(episodeHref(run, to, choice));
  };
  useShortcuts([
    { ...keys.nextEpisode, run: go(data?.next) },
    { ...keys.previousEpisode, run: go(data?.previous) },
    { ...keys.up, run: () => navigate(list, { state: stateOf(data?.place ?? null) }) },
  ]);
  return (
    <nav className="episode-neighbours" aria-label="Episodes of the list">
      <Way to={data?.previous} name="← Previous" {...{ run, choice }} />
      <span className="soft">{data === undefined ? '' : placeWords(data, choice)}</span>
      <Way to={data?.next} name="Next →" {...{ run, choice }} />
      <ShortcutHelp shortcuts={Object.values(keys)} />
    </nav>
  );
}

/** The list is come to at the row of the episode. */
function stateOf(place: number | null): KeptRow | null {
  return place === null ? null : { episodeRow: place };
}

function Way({
  to,
  name,
  run,
  choice,
}: {
  readonly to: string | null | undefined;
  readonly name: string;
  readonly run: string;
  readonly choice: EpisodeChoice;
}): ReactNode {
  if (to === null || to === undefined) return <span className="soft">{name}</span>;
  return (
    <Link href={episodeHref(run, to, choice)} title={to}>
      {name}
    </Link>
  );
}

function placeWords(
  { place, total }: { readonly place: number | null; readonly total: number },
  choice: EpisodeChoice,
): string {
  const list = isFiltered(choice) ? ' of the filtered list' : '';
  if (place === null) return `not among the ${formatCount(total)}${list}`;
  return `${formatCount(place + 1)} of ${formatCount(total)}${list}`;
}
