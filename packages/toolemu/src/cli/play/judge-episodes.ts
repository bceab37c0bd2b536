import type { Episode, Evaluation, RunConfig } from '../../contract/index.ts';
import { createPlayers, evaluateRun } from '../../run/index.ts';
import type { RunFile } from '../../store/index.ts';
import type { EngineFlags } from '../options/engine-options.ts';
import { onInterrupt } from '../terminal/interrupt.ts';
import { createProgress } from '../terminal/progress.ts';
import { createEngine } from './model-access.ts';
import { announcedLog } from './play.ts';

/** What came of judging: whether the user interrupted it, what failed, and whether answers could no longer be kept. */
export interface Judged {
  readonly interrupted: boolean;
  readonly failures: readonly Evaluation[];
  readonly notKept: AbortSignal;
}

/** Has the evaluators of a configuration grade episodes of a run file, with progress; Ctrl-C keeps what was answered. */
export async function judgeEpisodes(
  file: RunFile,
  { episodes, config, flags }: { episodes: readonly Episode[]; config: RunConfig; flags: EngineFlags },
): Promise<Judged> {
  const progress = createProgress();
  const interrupt = onInterrupt();
  const log = announcedLog(file, progress.onEvent);
  const stop = AbortSignal.any([interrupt.signal, log.failed]);
  const engine = createEngine(flags, { file, stop });
  const players = createPlayers({ cases: file.manifest.cases, config }, { model: engine.model, signal: stop, log });
  try {
    const judged = await evaluateRun({
      file,
      episodes,
      evaluators: (plan, value) => players.evaluators(plan, value),
      judges: config.evaluators,
      slots: engine.slots,
      signal: interrupt.signal,
      onEvent: progress.onEvent,
    });
    return { ...judged, notKept: log.failed };
  } finally {
    progress.stop();
    interrupt.release();
  }
}
