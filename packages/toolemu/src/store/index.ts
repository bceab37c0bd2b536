export { type EpisodeUsage, RunFile, type StoredEpisode } from './run-file.ts';
export { RunFileError } from './run-file-error.ts';
export type { WriterOptions } from './writer.ts';
