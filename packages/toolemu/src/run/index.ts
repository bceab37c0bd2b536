export { type CheckReport, checkFiles } from './check-files.ts';
export { type EpisodeOptions, runEpisode } from './episode.ts';
export { createSandbox, type SandboxOptions } from './sandbox.ts';
