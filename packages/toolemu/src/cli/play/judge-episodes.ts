import type { Episode, RunConfig } from '../../contract/index.ts';
import { type JudgeResult, judgeRun } from '../../run/index.ts';
import type { RunFile } from '../../store/index.ts';
import type { EngineFlags } from '../options/engine-options.ts';
import { onInterrupt } from '../terminal/interrupt.ts';
import { createProgress } from '../terminal/progress.ts';
import { createEngine } from './model-access.ts';

/** Has the evaluators of a configuration grade episodes of a run file, with progress; Ctrl-C keeps what was answered. */
export async function judgeEpisodes(
  file: RunFile,
  { episodes, config, flags }: { episodes: readonly Episode[]; config: RunConfig; flags: EngineFlags },
): Promise<JudgeResult> {
  const progress = createProgress();
  const interrupt = onInterrupt();
  try {
    return await judgeRun({
      file,
      episodes,
      evaluators: config.evaluators,
      models: (stop) => createEngine(flags, { file, stop }),
      signal: interrupt.signal,
      onEvent: progress.onEvent,
    });
  } finally {
    progress.stop();
    interrupt.release();
  }
}
