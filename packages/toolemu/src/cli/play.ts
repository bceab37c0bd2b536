import type { CallLog, Episode, OnEvent } from '../contract/index.ts';
import { type AgentSummary, summarize } from '../report/index.ts';
import { createPlayers, run, type RunResult } from '../run/index.ts';
import type { RunFile } from '../store/index.ts';
import { onInterrupt } from './interrupt.ts';
import { createModels } from './model-access.ts';
import { createProgress } from './progress.ts';

export interface Played extends RunResult {
  readonly summaries: AgentSummary[];
}

/** Plays a run file to its end, with progress on stderr; Ctrl-C ends it cleanly. The file is closed. */
export async function play(
  file: RunFile,
  { concurrency, timeoutSeconds }: { concurrency: number; timeoutSeconds?: number | undefined },
): Promise<Played> {
  const progress = createProgress();
  const interrupt = onInterrupt();
  try {
    const players = createPlayers(file.manifest, {
      model: createModels({ timeoutSeconds, stop: interrupt.signal }),
      signal: interrupt.signal,
      log: announcedLog(file, progress.onEvent),
    });
    const result = await run({ file, players, concurrency, signal: interrupt.signal, onEvent: progress.onEvent });
    return { ...result, summaries: summaryOf(file, result.episodes) };
  } finally {
    progress.stop();
    interrupt.release();
    file.close();
  }
}

/** A run file's log that also tells each call it records. */
export function announcedLog(file: RunFile, onEvent: OnEvent): CallLog {
  return {
    find: (key) => file.find(key),
    add(record) {
      file.add(record);
      onEvent({ type: 'call-end', role: record.role, model: record.model, usage: record.reply.usage });
    },
  };
}

/** The table of a run. */
export function summaryOf(file: RunFile, episodes: readonly Episode[]): AgentSummary[] {
  const { cases, config } = file.manifest;
  return summarize({ episodes, cases, agents: config.agents, usage: file.usage() });
}
