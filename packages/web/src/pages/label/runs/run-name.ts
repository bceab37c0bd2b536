import type { BlindRun } from 'toolemu/contract';
import { formatCount } from 'toolemu/words';

/** What a run is called before those who label: its place in the folder. */
export function nameOfRun({ number }: Pick<BlindRun, 'number'>): string {
  return `Run ${formatCount(number)}`;
}

/** Which round of a study a run is; nothing where it is none. */
export function roundWords({ round }: Pick<BlindRun, 'round'>): string {
  return round === null ? '' : `round ${round} of a study`;
}

/** A day in words. */
export function dayWords(day: string): string {
  return new Date(day).toLocaleDateString('en-GB', {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
}
