import { existsSync } from 'node:fs';
import type { EpisodePlan } from '../../../contract/index.ts';
import { changedPrompts, openEpisodes, spentOn } from '../../../run/index.ts';
import { planEpisodes, RunFile } from '../../../store/index.ts';
import { UsageError } from '../../terminal/failure.ts';
import { whatDiffers } from './matrix-difference.ts';
import type { PlannedMatrixRun } from './matrix-plan.ts';

/** How far a run of a matrix is. */
export interface MatrixRun extends PlannedMatrixRun {
  readonly state: 'new' | 'open' | 'done';
  readonly planned: number;
  /** The episodes that are to be played. */
  readonly open: readonly EpisodePlan[];
  /** Whether it was ended by a budget. */
  readonly metBudget: boolean;
}

/** How far a run is. Throws {@link UsageError}, with the difference, where its file holds another run. */
export function stateOf(run: PlannedMatrixRun): MatrixRun {
  if (!existsSync(run.path)) {
    const plans = planEpisodes({ cases: run.cases, agents: run.config.agents, epochs: run.config.epochs });
    return { ...run, state: 'new', planned: plans.length, open: plans, metBudget: false };
  }
  using file = RunFile.read(run.path);
  const difference = whatDiffers(file.manifest, run.head);
  if (difference !== null)
    throw new UsageError(
      `${run.path} holds another run: ${difference}. Name another folder by --out, or remove the file`,
    );
  const { plans, open } = openEpisodes(file);
  const metBudget = file.rows({ outcome: 'budget', limit: 1 }).next().done !== true;
  return { ...run, state: open.length === 0 ? 'done' : 'open', planned: plans.length, open, metBudget };
}

/** Throws {@link UsageError} where a run was begun with prompts that are other ones now: it cannot be gone on with. */
export function refuseChanged({ path, state }: MatrixRun): void {
  if (state !== 'open') return;
  using file = RunFile.read(path);
  const changed = changedPrompts(file.manifest);
  if (changed.length > 0)
    throw new UsageError(
      `${path} was begun by toolemu ${file.manifest.toolemu} with another version of the prompt of ${changed.join(', ')}: go on with that version, or name another folder by --out`,
    );
}

/** US dollars that were spent on these runs. */
export function spentOnAll(runs: readonly Pick<PlannedMatrixRun, 'path'>[]): number {
  let sum = 0;
  for (const { path } of runs) {
    if (!existsSync(path)) continue;
    using file = RunFile.read(path);
    sum += spentOn(file);
  }
  return sum;
}
