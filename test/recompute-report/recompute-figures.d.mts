/** The figures of a report, from the lines of its run's export. */
export function recomputeFigures(lines: readonly unknown[], report: object): object;
