export { type CheckReport, checkFiles } from './check-files.ts';
export { type EpisodeOptions, runEpisode } from './episode.ts';
export { createManifest } from './manifest.ts';
export { createPlayers } from './players.ts';
export { ConfigError, loadRunnable, prepareRun, type RunRequest } from './prepare-run.ts';
export { type Players, run, type RunOptions, type RunResult } from './run.ts';
export { createSandbox, type SandboxOptions } from './sandbox.ts';
export { SelectionError } from './select-cases.ts';
