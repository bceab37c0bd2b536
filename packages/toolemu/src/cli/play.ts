import type { Episode, Manifest } from '../contract/index.ts';
import { type AgentSummary, summarize } from '../report/index.ts';
import { createPlayers, run, type RunResult } from '../run/index.ts';
import type { RunFile } from '../store/index.ts';
import { onInterrupt } from './interrupt.ts';
import { createProgress } from './progress.ts';

export interface Played extends RunResult {
  readonly summaries: AgentSummary[];
}

/** Plays a run file to its end, with progress on stderr; Ctrl-C ends it cleanly. The file is closed. */
export async function play(file: RunFile, concurrency: number): Promise<Played> {
  const progress = createProgress();
  const interrupt = onInterrupt();
  try {
    const result = await run({
      file,
      players: createPlayers(file.manifest),
      concurrency,
      signal: interrupt.signal,
      onEvent: progress.onEvent,
    });
    return { ...result, summaries: summaryOf(file.manifest, result.episodes) };
  } finally {
    progress.stop();
    interrupt.release();
    file.close();
  }
}

export function summaryOf({ cases, config }: Manifest, episodes: readonly Episode[]): AgentSummary[] {
  return summarize({ episodes, cases, agents: config.agents });
}
