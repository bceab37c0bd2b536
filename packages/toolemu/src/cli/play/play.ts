import type { CallLog, CallSlots, OnEvent, Report } from '../../contract/index.ts';
import type { RealTools } from '../../emulator/index.ts';
import { reportOf } from '../../report/index.ts';
import {
  brokenBy,
  createPlayers,
  isUnasked,
  type ModelAccess,
  type People,
  replayOf,
  type Retry,
  run,
  type RunResult,
  withReuse,
} from '../../run/index.ts';
import type { Grade, RunFile } from '../../store/index.ts';
import { createOutsideAgents, type OutsideOptions } from '../config/outside-agents.ts';
import type { EngineFlags } from '../options/engine-options.ts';
import { onInterrupt } from '../terminal/interrupt.ts';
import { createProgress, type Progress } from '../terminal/progress.ts';
import { createEngine } from './model-access.ts';

/** Where answers of models may come from beside the models. */
export interface Recordings {
  /** All answers come from this run. */
  readonly replay?: RunFile | undefined;
  /** Answers to the same requests come from these runs. */
  readonly reuse?: readonly RunFile[] | undefined;
}

/** How a run is played other than usual. */
export interface PlayOptions {
  readonly interrupt?: { readonly signal: AbortSignal; readonly release: () => void };
  readonly progress?: Progress;
  readonly outside?: Omit<OutsideOptions, 'signal' | 'concurrency'>;
  readonly people?: People | undefined;
  /** How many episodes are open at a time. */
  readonly slots?: CallSlots;
  /** Real tools that may be called. */
  readonly real?: RealTools | undefined;
  /** What is played again, though it is finished. */
  readonly retry?: Retry | undefined;
  /** US dollars that count against the budget beside what was spent on the file. */
  readonly spentElsewhere?: number | undefined;
}

export interface Played extends RunResult {
  /** Whether workers of a queue play on. */
  readonly isLeftInQueue?: boolean;
  /** What the budget said to the first call it did not allow. */
  readonly overBudget: string | null;
  /** All figures of the run, of all its times. */
  readonly report: Report;
  /** How the episodes that broke off did. */
  readonly broken: readonly { readonly code: string; readonly message: string }[];
  /** How many episodes an agent from outside broke off itself, by whether they can be played again. */
  readonly brokenByAgent: { readonly again: number; readonly acted: number };
  /** Results that are missing because a judge could not be asked. */
  readonly unasked: readonly Grade[];
}

/** Plays a run file to its end, with progress on stderr; Ctrl-C ends it cleanly. The file is closed. */
export async function play(
  file: RunFile,
  engine: EngineFlags,
  { replay, reuse = [] }: Recordings = {},
  {
    interrupt = onInterrupt(),
    progress = createProgress(),
    outside,
    people,
    slots,
    real,
    retry,
    spentElsewhere,
  }: PlayOptions = {},
): Promise<Played> {
  const log = announcedLog(file, progress.onEvent);
  const stop = AbortSignal.any([interrupt.signal, log.failed]);
  const agents = createOutsideAgents({ ...outside, concurrency: engine.concurrency, signal: stop });
  try {
    const models = createEngine(engine, { file, spentElsewhere, stop });
    const finishFirst = engine.maxCost !== undefined;
    const access: ModelAccess =
      replay === undefined
        ? {
            model: models.model,
            log: withReuse(log, reuse),
            outside: agents.agent,
            ...(people === undefined ? {} : { people }),
          }
        : replayOf(replay, log);
    const result = await run({
      file,
      players: createPlayers(file.manifest, {
        ...access,
        real,
        finishFirst,
        signal: stop,
      }),
      slots: slots ?? models.slots,
      finishFirst,
      retry,
      signal: stop,
      onEvent: progress.onEvent,
    });
    log.failed.throwIfAborted();
    return await playedOf(file, result);
  } finally {
    await agents.close();
    progress.stop();
    interrupt.release();
    file.close();
    for (const source of [replay, ...reuse]) source?.close();
  }
}

/** What came of a run file that was played. */
export async function playedOf(file: RunFile, result: RunResult): Promise<Played> {
  return { ...result, ...failuresOf(file), report: await reportOf(file) };
}

function failuresOf(file: RunFile): Pick<Played, 'broken' | 'brokenByAgent' | 'unasked' | 'overBudget'> {
  let overBudget: string | null = null;
  const broken: { code: string; message: string }[] = [];
  const unasked: Grade[] = [];
  for (const { outcome, grades } of file.rows()) {
    if (outcome?.kind === 'error') broken.push(outcome);
    if (outcome?.kind === 'budget') overBudget ??= outcome.message;
    unasked.push(...grades.filter(isUnasked));
  }
  const { again, acted } = brokenBy('agent', file);
  return { broken, brokenByAgent: { again: again.length, acted: acted.length }, unasked, overBudget };
}

/**
 * A run file's log that also tells each call it pays for. `failed` is aborted once a call could not be kept: no other is
 * to be paid for.
 */
export function announcedLog(file: RunFile, onEvent: OnEvent): CallLog & { readonly failed: AbortSignal } {
  const failed = new AbortController();
  return {
    failed: failed.signal,
    find: (key) => file.find(key),
    expect: (call) => file.expect(call),
    add(record) {
      try {
        file.add(record);
      } catch (error) {
        failed.abort(error);
        throw error;
      }
      if (record.reused !== true)
        onEvent({ type: 'call-end', role: record.role, model: record.model, usage: record.reply.usage });
    },
  };
}
