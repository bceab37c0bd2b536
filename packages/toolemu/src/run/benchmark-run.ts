import type { Episode, LanguageModel, OnEvent, Report } from '../contract/index.ts';
import { finishedOf, reportOf } from '../report/index.ts';
import type { AllowedAddresses } from '../model/index.ts';
import { RunFile } from '../store/index.ts';
import type { Families } from './families/index.ts';
import type { AllowedCommands } from './plan/started.ts';
import { playRun } from './play-run.ts';
import type { Retry, RunResult } from './run.ts';
import { type CallOptions, createRunModels } from './run-models.ts';

/** What a run came to. */
export interface BenchmarkRun extends RunResult {
  /** Path of the run file: `RunFile.read(file)`, `toolemu view`, `toolemu report` open it. */
  readonly file: string;
  /** All figures of the run, as `toolemu report --json` prints them. */
  readonly report: Report;
  /** What was skipped or changed while cases and toolkits were loaded, and what else is good to know, a sentence each. */
  readonly notes: readonly string[];
  /** The episodes that have ended, read from the file one at a time. */
  episodes(): Iterable<Episode>;
}

/** How a run is played, whatever it plays. */
export interface PlayingOptions extends CallOptions {
  /** Once it is aborted no episode begins; what is under way is kept and can be resumed. */
  readonly signal?: AbortSignal | undefined;
  /** Told what happens, as it happens. */
  readonly onEvent?: OnEvent | undefined;
  /** Programs that play at a time, for agents that are commands: 4 by default. */
  readonly maxPrograms?: number | undefined;
}

/** Plays a run file to its end and closes it. */
export async function playToEnd(
  file: RunFile,
  { signal, onEvent, maxPrograms, ...calls }: PlayingOptions,
  {
    families,
    allowCommands,
    allowAddresses,
    ownModels,
    notes = [],
    ...recordings
  }: {
    families: Families;
    allowCommands: AllowedCommands;
    allowAddresses: AllowedAddresses;
    ownModels?: ReadonlyMap<string, LanguageModel> | undefined;
    notes?: readonly string[];
    retry?: Retry | undefined;
    replay?: RunFile | undefined;
    reuse?: readonly RunFile[] | undefined;
  },
): Promise<BenchmarkRun> {
  try {
    const result = await playRun({
      file,
      models: (stop) => createRunModels(calls, { file, allowAddresses, ownModels, stop }),
      allowCommands,
      families,
      external: { concurrency: maxPrograms },
      finishFirst: calls.maxCostUsd !== undefined,
      signal,
      onEvent,
      ...recordings,
    });
    return await benchmarkRunOf(file, result, notes);
  } finally {
    file.close();
    recordings.replay?.close();
    for (const source of recordings.reuse ?? []) source.close();
  }
}

/** What a run file came to. The file may be closed afterwards. */
export async function benchmarkRunOf(
  file: RunFile,
  result: RunResult,
  notes: readonly string[],
): Promise<BenchmarkRun> {
  const { path } = file;
  return {
    ...result,
    file: path,
    report: await reportOf(file),
    notes,
    *episodes() {
      using read = RunFile.read(path);
      yield* finishedOf(read);
    },
  };
}
