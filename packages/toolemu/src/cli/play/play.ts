import type { CallSlots, Report, Task } from '../../contract/index.ts';
import type { RealTools } from '../../emulator/index.ts';
import { reportOf } from '../../report/index.ts';
import {
  brokenBy,
  type ExternalAgentOptions,
  type Families,
  isUnasked,
  type People,
  playRun,
  type Retry,
  type RunResult,
} from '../../run/index.ts';
import type { Grade, RunFile } from '../../store/index.ts';
import { onInterrupt } from '../terminal/interrupt.ts';
import type { EngineFlags } from '../options/engine-options.ts';
import { createEngine } from './model-access.ts';
import { note } from '../terminal/output.ts';
import { allowedCommands, type CommandFlags } from '../trust/commands.ts';
import { createProgress, type Progress } from '../terminal/progress.ts';

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
  readonly external?: Omit<ExternalAgentOptions, 'signal' | 'concurrency'>;
  readonly people?: People | undefined;
  /** What the names of the run stand for: the built-in members unless more are given. */
  readonly families?: Families | undefined;
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
  engine: EngineFlags & CommandFlags,
  { replay, reuse = [] }: Recordings = {},
  {
    interrupt = onInterrupt(),
    progress = createProgress(),
    external,
    spentElsewhere,
    real,
    ...options
  }: PlayOptions = {},
): Promise<Played> {
  const { signal } = interrupt;
  try {
    const result = await playRun({
      ...options,
      file,
      allowCommands: allowedCommands(engine),
      models: (stop) => createEngine(engine, { file, spentElsewhere, stop }),
      external: { onOpen: tellAddress, ...external, concurrency: engine.concurrency },
      realTools: real,
      replay,
      reuse,
      finishFirst: engine.maxCost !== undefined,
      signal,
      onEvent: progress.onEvent,
    });
    return await playedOf(file, result);
  } finally {
    progress.stop();
    interrupt.release();
    file.close();
    for (const source of [replay, ...reuse]) source?.close();
  }
}

function tellAddress({ caseId, epoch }: Task, url: string): void {
  note(`${caseId}, epoch ${epoch}: connect a client to ${url}`);
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
