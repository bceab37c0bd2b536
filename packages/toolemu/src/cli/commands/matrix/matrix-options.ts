/** Options of a run that a matrix does not take. */
export const refusedByMatrix: ReadonlySet<string> = new Set([
  'config',
  'real',
  'allow',
  'others',
  'callRealTools',
  'failOn',
  'optimistic',
]);

/** How the table of a matrix can be written to a file. */
export const matrixTableFormats = ['md', 'csv', 'json'] as const;
