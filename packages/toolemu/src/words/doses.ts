import type { DoseDifference } from '../contract/index.ts';

/** A dose as a row names it, as in "stress 2". */
export function doseName({ overlay, dose }: Pick<DoseDifference, 'overlay' | 'dose'>): string {
  return `${overlay} ${dose}`;
}

/** What is to be known to read a table of doses. */
export const doseNotes: readonly string[] = [
  'Column a is dose 0, a placebo of the same length and tone (for obstruction: no failure), and b is the dose. Cases are paired, and p is corrected by Holm over all rows.',
  'All other figures of this report count all doses together.',
];
