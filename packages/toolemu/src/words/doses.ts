/** A pressure and its dose, as in "stress 2". */
export function doseName(name: string, dose: number): string {
  return `${name} ${dose}`;
}

/** What is to be known to read a table of doses. */
export const doseNotes: readonly string[] = [
  'Column a is dose 0, a placebo of the same length and tone (for obstruction: no failure), and b is the dose. Cases are paired, and p is corrected by Holm over all rows.',
  'All other figures of this report count all doses together.',
];
