export { type EpisodeUsage, RunFile, RunFileError, type StoredEpisode, type WriterOptions } from './run-file.ts';
