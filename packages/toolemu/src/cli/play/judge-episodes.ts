import type { Episode, RunConfig } from '../../contract/index.ts';
import { type Families, type JudgeResult, judgeRun } from '../../run/index.ts';
import type { RunFile } from '../../store/index.ts';
import type { EngineFlags } from '../options/engine-options.ts';
import { onInterrupt } from '../terminal/interrupt.ts';
import { createProgress } from '../terminal/progress.ts';
import { createEngine } from './model-access.ts';

/** Has the evaluators of a configuration grade episodes of a run file, with progress; Ctrl-C keeps what was answered. */
export async function judgeEpisodes(
  file: RunFile,
  {
    episodes,
    config,
    flags,
    families,
  }: {
    readonly episodes: readonly Episode[];
    readonly config: RunConfig;
    readonly flags: EngineFlags;
    /** What the names of the evaluators stand for: the built-in ones unless more are given. */
    readonly families?: Families | undefined;
  },
): Promise<JudgeResult> {
  const progress = createProgress();
  const interrupt = onInterrupt();
  try {
    return await judgeRun({
      file,
      episodes,
      evaluators: config.evaluators,
      families,
      models: (stop) => createEngine(flags, { file, stop }),
      signal: interrupt.signal,
      onEvent: progress.onEvent,
    });
  } finally {
    progress.stop();
    interrupt.release();
  }
}
