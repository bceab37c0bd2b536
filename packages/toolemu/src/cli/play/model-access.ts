import { statSync } from 'node:fs';
import path from 'node:path';
import { type Models, type ProviderInfo, providerTable } from '../../model/index.ts';
import { type Environment, loadEnvFile } from '../../platform/index.ts';
import { createRunModels, requireCallable, type RunModel } from '../../run/index.ts';
import type { RunFile } from '../../store/index.ts';
import type { EngineFlags } from '../options/engine-options.ts';
import { note } from '../terminal/output.ts';
import { agreeOnAddresses, allowedAddresses } from '../trust/addresses.ts';

/** The file a budget is for: what was spent on it counts, and what was spent elsewhere under the same budget. */
export interface Budgeted {
  readonly file?: RunFile;
  /** US dollars. */
  readonly spentElsewhere?: number | undefined;
}

/**
 * Adds what is known of `.env` in the current folder to the environment: keys and addresses of providers, and variables of
 * toolemu's own. Variables that are set keep their values. A file that cannot be read is ignored, with a note.
 */
export function loadEnvironment(folder = ''): void {
  const file = path.join(folder, '.env');
  try {
    if (statSync(file, { throwIfNoEntry: false })?.isFile() === true) loadEnvFile(file, placeOf);
  } catch (error) {
    if (told.has(file)) return;
    told.add(file);
    note(`${file} is ignored, since it cannot be read (${(error as Error).message})`);
  }
}

/** Files that were said to be ignored. */
const told = new Set<string>();

/**
 * Keys and addresses of providers, and what is toolemu's own: nothing that makes another program do something. An address stays
 * aside while a key for it is of the environment: agents would send it there.
 */
function placeOf(name: string, variables: Environment): 'environment' | 'aside' | null {
  const providers = Object.values<ProviderInfo>(providerTable);
  const addressed = providers.find(({ baseUrlVariable }) => baseUrlVariable === name);
  if (addressed !== undefined) {
    const key = addressed.keyVariables.find((one) => (process.env[one] ?? variables[one] ?? '') !== '');
    const isOfFile = key === undefined || process.env[key] === undefined || process.env[key] === variables[key];
    return isOfFile ? 'environment' : 'aside';
  }
  const isKey = providers.some(({ keyVariables }) => keyVariables.includes(name));
  // Limits against what others wrote, and what is printed of errors, are not theirs to set.
  const isOwn = name.startsWith('TOOLEMU_') && !['TOOLEMU_MAX_RESPONSE_MB', 'TOOLEMU_DEBUG'].includes(name);
  return isKey || isOwn ? 'environment' : null;
}

/** The models that work on a run file, where there is one. What was spent on it before counts against the budget. */
export function createEngine(
  flags: EngineFlags,
  { file, spentElsewhere, stop }: Budgeted & { stop: AbortSignal },
): Models {
  loadEnvironment();
  const { timeout, concurrency, rpm, tpm, maxCost } = flags;
  const options = {
    timeoutMs: timeout === undefined ? undefined : timeout * 1000,
    concurrency,
    requestsPerMinute: rpm,
    tokensPerMinute: tpm,
    maxCostUsd: maxCost,
  };
  return createRunModels(options, {
    file,
    allowAddresses: allowedAddresses(flags),
    spentElsewhereUsd: spentElsewhere,
    stop,
  });
}

/**
 * Throws for a model that cannot be called, for want of a key or an address, or that a budget cannot be kept for, before
 * anything is begun. Asks whether a key may go where a file sends it: see {@link agreeOnAddresses}.
 */
export async function checkModels(models: readonly (RunModel | null)[], flags: EngineFlags): Promise<void> {
  loadEnvironment();
  await agreeOnAddresses(models, flags);
  requireCallable(models, { maxCostUsd: flags.maxCost, allowAddresses: allowedAddresses(flags) });
}
