import { statSync } from 'node:fs';
import path from 'node:path';
import type { RoleModel } from '../../contract/index.ts';
import type { Models } from '../../model/index.ts';
import { loadEnvFile } from '../../platform/index.ts';
import { createRunModels, requireCallable } from '../../run/index.ts';
import type { RunFile } from '../../store/index.ts';
import type { EngineFlags } from '../options/engine-options.ts';
import { UsageError } from '../terminal/failure.ts';

/** The file a budget is for: what was spent on it counts, and what was spent elsewhere under the same budget. */
export interface Budgeted {
  readonly file?: RunFile;
  /** US dollars. */
  readonly spentElsewhere?: number | undefined;
}

/**
 * Adds the variables of `.env` in the current folder to the environment; variables that are set keep their values. Ignores
 * a folder of that name, a pipe and a broken link. Throws {@link UsageError} for a file that cannot be read.
 */
export function loadEnvironment(folder = ''): void {
  const file = path.join(folder, '.env');
  try {
    if (statSync(file, { throwIfNoEntry: false })?.isFile() === true) loadEnvFile(file);
  } catch (error) {
    throw new UsageError(`${file} cannot be read (${(error as Error).message}): make it readable, or remove it`);
  }
}

/** The models that work on a run file, where there is one. What was spent on it before counts against the budget. */
export function createEngine(
  { timeout, concurrency, rpm, tpm, maxCost }: EngineFlags,
  { file, spentElsewhere, stop }: Budgeted & { stop: AbortSignal },
): Models {
  loadEnvironment();
  const options = {
    timeoutMs: timeout === undefined ? undefined : timeout * 1000,
    concurrency,
    requestsPerMinute: rpm,
    tokensPerMinute: tpm,
    maxCostUsd: maxCost,
  };
  return createRunModels(options, { file, spentElsewhereUsd: spentElsewhere, stop });
}

/**
 * Throws for a model that cannot be called, for want of a key or an address, or that a budget cannot be kept for, before
 * anything is begun.
 */
export function checkModels(models: readonly (RoleModel | null)[], { maxCost }: EngineFlags): void {
  loadEnvironment();
  requireCallable(models, { maxCostUsd: maxCost });
}
