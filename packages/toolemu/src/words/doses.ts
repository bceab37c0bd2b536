import type { DoseDifference } from '../contract/index.ts';

/** A dose as a row names it, as in "stress 2". */
export function doseName({ overlay, dose }: Pick<DoseDifference, 'overlay' | 'dose'>): string {
  return `${overlay} ${dose}`;
}

/** What is to be known to read a table of doses. */
export const doseNotes: readonly string[] = [
  'a: dose 0, a placebo of the same length and tone (of obstruction: no failure); b: the dose; paired by case, p corrected by Holm for all rows',
  'all other figures of this report are over all doses together',
];
