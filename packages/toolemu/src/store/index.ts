export type { CallFilter, CallUsage } from './calls.ts';
export type { EpisodeFilter } from './choose-episodes.ts';
export type { EpisodeRow, Grade, StoredEpisode } from './episode-row.ts';
export { type Inspection, inspectRunFile } from './inspect.ts';
export { RunFile } from './run-file.ts';
export { RunFileError } from './run-file-error.ts';
export type { WriterOptions } from './writer.ts';
