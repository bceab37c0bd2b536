import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { episodeHref } from '../../components/addresses/addresses.ts';
import type { EpisodeChoice } from '../../components/addresses/episode-choice.ts';
import { Name } from '../../components/text/name.tsx';

/** The way to an episode, and to a step of it where one is named. A choice makes its neighbours those of that list. */
export function EpisodeLink({
  run,
  episode,
  step,
  choice = {},
  children = <Name name={episode} />,
}: {
  readonly run: string;
  readonly episode: string;
  readonly step?: number | undefined;
  readonly choice?: EpisodeChoice;
  readonly children?: ReactNode;
}): ReactNode {
  return <Link href={episodeHref(run, episode, choice, step)}>{children}</Link>;
}
