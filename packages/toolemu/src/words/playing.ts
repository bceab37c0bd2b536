import type { PlayTime } from '../contract/index.ts';
import { formatCountOf, formatDuration } from './figures.ts';

/** How long a run was played: `3 min 20 s`, `3 min 20 s, without 2 pauses (5 h 3 min)`. */
export function playingWords(playing: PlayTime): string {
  const pauses = pausesOf(playing);
  return `${formatDuration(playing.seconds)}${pauses === null ? '' : `, without ${pauses}`}`;
}

/** The pauses of a run with their time in all: `2 pauses (5 h 3 min)`; null where it has none. */
export function pausesOf({ pauses }: PlayTime): string | null {
  if (pauses.length === 0) return null;
  const seconds = pauses.reduce((sum, pause) => sum + pause.seconds, 0);
  return `${formatCountOf(pauses.length, 'pause')} (${formatDuration(seconds)})`;
}
