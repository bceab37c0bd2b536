import type { RunFile } from '../store/index.ts';
import { ConfigError } from './plan/config-error.ts';
import { changedPrompts } from './plan/manifest.ts';

/** Why a run cannot be resumed or replayed. */
export type RunProblem = 'changed-prompts' | 'imported' | 'queued' | 'budget-spent';

/** A run that cannot be resumed or replayed as it was asked. */
export class RunStateError extends ConfigError {
  readonly problem: RunProblem;

  constructor(problem: RunProblem, message: string) {
    super(message);
    this.problem = problem;
  }
}

/**
 * Throws {@link RunStateError} for a run that cannot be resumed: its prompts have changed, it was imported, or workers of
 * a queue may be playing it.
 */
export function requireResumable(file: RunFile, { isQueued = false }: { readonly isQueued?: boolean } = {}): void {
  const { path, manifest } = file;
  const differing = changedPrompts(manifest);
  if (differing.length > 0) {
    throw new RunStateError(
      'changed-prompts',
      `${path} was begun by toolemu ${manifest.toolemu} with another version of the prompt of ${differing.join(', ')}: go on with that version, or start a new run`,
    );
  }
  if (manifest.source !== undefined) {
    throw new RunStateError(
      'imported',
      `${path} was imported, so it cannot be played: judge it again with evaluateRun`,
    );
  }
  if (manifest.queued === true && !isQueued) {
    throw new RunStateError('queued', `${path} was begun for the workers of a queue, who may play it still`);
  }
}

/** Throws {@link RunStateError} for a run that holds no calls to replay: it was imported. */
export function requireReplayable({ path, manifest }: RunFile): void {
  if (manifest.source === undefined) return;
  throw new RunStateError(
    'imported',
    `${path} was imported and holds no calls to replay: judge it again with evaluateRun`,
  );
}

/** Throws {@link RunStateError} for a run that ended at its budget, if there is no new one. */
export function requireBudget(file: RunFile, maxCostUsd: number | undefined): void {
  if (maxCostUsd !== undefined || file.rows({ outcome: 'budget', limit: 1 }).next().done) return;
  throw new RunStateError(
    'budget-spent',
    `${file.path} ended at its budget: give \`maxCostUsd\`, what was spent before included`,
  );
}
