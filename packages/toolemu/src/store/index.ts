export { RunFile, RunFileError, type StoredEpisode, type WriterOptions } from './run-file.ts';
