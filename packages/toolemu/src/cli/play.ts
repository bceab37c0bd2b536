import type { CallLog, OnEvent } from '../contract/index.ts';
import { type AgentSummary, summarize } from '../report/index.ts';
import { createPlayers, isUnasked, type ModelAccess, replayOf, run, type RunResult, withReuse } from '../run/index.ts';
import type { Grade, RunFile } from '../store/index.ts';
import { onInterrupt } from './interrupt.ts';
import { createEngine, type EngineFlags } from './model-access.ts';
import { createProgress } from './progress.ts';

/** Where answers of models may come from beside the models. */
export interface Recordings {
  /** All answers come from this run. */
  readonly replay?: RunFile | undefined;
  /** Answers to the same requests come from these runs. */
  readonly reuse?: readonly RunFile[] | undefined;
}

export interface Played extends RunResult {
  readonly summaries: AgentSummary[];
  /** How the episodes that broke off did. */
  readonly broken: readonly { readonly code: string; readonly message: string }[];
  /** Results that are missing because a judge could not be asked. */
  readonly unasked: readonly Grade[];
}

/** Plays a run file to its end, with progress on stderr; Ctrl-C ends it cleanly. The file is closed. */
export async function play(
  file: RunFile,
  engine: EngineFlags,
  { replay, reuse = [] }: Recordings = {},
): Promise<Played> {
  const progress = createProgress();
  const interrupt = onInterrupt();
  try {
    const { models } = createEngine(engine, { file, stop: interrupt.signal });
    const log = announcedLog(file, progress.onEvent);
    const access: ModelAccess =
      replay === undefined ? { model: models.model, log: withReuse(log, reuse) } : replayOf(replay, log);
    const result = await run({
      file,
      players: createPlayers(file.manifest, { ...access, signal: interrupt.signal }),
      slots: models.slots,
      signal: interrupt.signal,
      onEvent: progress.onEvent,
    });
    return { ...result, ...failuresOf(file), summaries: summaryOf(file) };
  } finally {
    progress.stop();
    interrupt.release();
    file.close();
    for (const source of [replay, ...reuse]) source?.close();
  }
}

function failuresOf(file: RunFile): Pick<Played, 'broken' | 'unasked'> {
  const broken: { code: string; message: string }[] = [];
  const unasked: Grade[] = [];
  for (const { outcome, grades } of file.rows()) {
    if (outcome?.kind === 'error') broken.push(outcome);
    unasked.push(...grades.filter(isUnasked));
  }
  return { broken, unasked };
}

/** A run file's log that also tells each call it pays for. */
export function announcedLog(file: RunFile, onEvent: OnEvent): CallLog {
  return {
    find: (key) => file.find(key),
    add(record) {
      file.add(record);
      if (record.reused !== true)
        onEvent({ type: 'call-end', role: record.role, model: record.model, usage: record.reply.usage });
    },
  };
}

/** The table of a run. */
export function summaryOf(file: RunFile): AgentSummary[] {
  const { cases, config } = file.manifest;
  return summarize({ rows: file.rows(), cases, agents: config.agents, usage: file.usage() });
}
