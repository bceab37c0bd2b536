import { existsSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { oneLine } from '../../../report/index.ts';
import { RunFile } from '../../../store/index.ts';
import { watchFunctions } from '../../config/watch-functions.ts';
import type { EngineFlags } from '../../options/engine-options.ts';
import { play, type Played } from '../../play/play.ts';
import { tellBroken } from '../../play/tell-broken.ts';
import { onInterrupt } from '../../terminal/interrupt.ts';
import { note } from '../../terminal/output.ts';
import { describeValues } from './matrix-combinations.ts';
import { type MatrixRun, spentOnAll } from './matrix-state.ts';

type Interrupt = ReturnType<typeof onInterrupt>;

/**
 * Plays what is open of a matrix, one run after the other: each takes what it can from the others of the same emulator.
 * Tells why it ended before its end; null where it did not. Sets exit code 1 for what broke off.
 */
export async function playMatrix(runs: readonly MatrixRun[], flags: EngineFlags): Promise<Played['stopped']> {
  const interrupt = onInterrupt();
  try {
    for (const [index, run] of runs.entries()) {
      if (run.state === 'done') continue;
      if (interrupt.signal.aborted) return 'interrupted';
      const others = runs.filter((other) => other !== run);
      const spentElsewhere = flags.maxCost === undefined ? undefined : spentOnAll(others);
      if (flags.maxCost !== undefined && (spentElsewhere ?? 0) >= flags.maxCost) return 'budget';
      note(
        `run ${index + 1} of ${runs.length}${run.values.length === 0 ? '' : `: ${oneLine(describeValues(run.values))}`}`,
      );
      const { stopped } = await playOne(run, { others, flags, interrupt, spentElsewhere });
      if (stopped !== null) return stopped;
    }
    return null;
  } finally {
    interrupt.release();
  }
}

async function playOne(
  run: MatrixRun,
  {
    others,
    flags,
    interrupt,
    spentElsewhere,
  }: {
    readonly others: readonly MatrixRun[];
    readonly flags: EngineFlags;
    readonly interrupt: Interrupt;
    readonly spentElsewhere: number | undefined;
  },
): Promise<Played> {
  const reuse = sourcesFor(run, others);
  const file = run.state === 'new' ? RunFile.create(run.path, run.head) : RunFile.resume(run.path);
  note(`run file ${file.path}`);
  using _watch = watchFunctions(file);
  const held = { signal: interrupt.signal, release: () => {} };
  const played = await play(file, flags, { reuse }, { interrupt: held, spentElsewhere, families: run.families });
  tellBroken(played, { file: run.path, replayed: null });
  return played;
}

/** The other runs of the matrix that are there. One of another seed is to be independent, and gives no answer. */
function sourcesFor({ config: { emulator, seed } }: MatrixRun, others: readonly MatrixRun[]): RunFile[] {
  return others
    .filter(({ path, config }) => existsSync(path) && isDeepStrictEqual({ ...config }, { ...config, emulator, seed }))
    .map(({ path }) => RunFile.read(path));
}
