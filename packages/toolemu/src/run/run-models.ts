import {
  type AllowedAddresses,
  costOf,
  createBudget,
  createModels,
  type Environment,
  type Models,
  priceOf,
} from '../model/index.ts';
import type { RunFile } from '../store/index.ts';
import type { LanguageModel } from '../contract/index.ts';
import type { RunModel } from './judge-models.ts';
import { ConfigError } from './plan/config-error.ts';

/** How models are called. None of it changes what a run is. */
export interface CallOptions {
  /** Where keys and addresses of providers are: `process.env` by default. */
  readonly env?: Environment | undefined;
  /** Longest time for one request, in milliseconds. */
  readonly timeoutMs?: number | undefined;
  /** Calls in flight to each endpoint: learned from its answers by default. */
  readonly concurrency?: number | undefined;
  readonly requestsPerMinute?: number | undefined;
  readonly tokensPerMinute?: number | undefined;
  /** The run stops before it costs more than this, in US dollars. */
  readonly maxCostUsd?: number | undefined;
}

/**
 * Calls in flight for each dollar of a budget: what they reserve, some cents each, is to leave most of it to be spent.
 */
const callsPerDollar = 2;

/** The models that work on a run file, where there is one. What was spent on it before counts against the budget. */
export function createRunModels(
  { env = process.env, timeoutMs, concurrency, requestsPerMinute, tokensPerMinute, maxCostUsd }: CallOptions,
  {
    file,
    allowAddresses,
    spentElsewhereUsd = 0,
    ownModels,
    stop,
  }: {
    readonly allowAddresses: AllowedAddresses;
    readonly file?: RunFile | undefined;
    /** US dollars that count against the budget beside what was spent on the file. */
    readonly spentElsewhereUsd?: number | undefined;
    /** Models of the user's own, by name. */
    readonly ownModels?: ReadonlyMap<string, LanguageModel> | undefined;
    readonly stop: AbortSignal;
  },
): Models {
  const spent = spentElsewhereUsd + (file === undefined ? 0 : spentOn(file));
  const budget = maxCostUsd === undefined ? undefined : createBudget({ most: maxCostUsd, spent, stop });
  return createModels({
    env,
    allowAddresses,
    rate: { concurrency, requestsPerMinute, tokensPerMinute },
    budget,
    ...(maxCostUsd === undefined ? {} : { mostInFlight: Math.max(1, Math.ceil(callsPerDollar * maxCostUsd)) }),
    stop,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(ownModels === undefined ? {} : { models: Object.fromEntries(ownModels) }),
  });
}

/**
 * Throws for a model that cannot be called, for want of a key or an address, or since its key would go to an address that is
 * not allowed (`ModelError`), or that a budget cannot be kept for (`ConfigError`), before anything is begun.
 */
export function requireCallable(
  models: readonly (RunModel | null)[],
  {
    env = process.env,
    maxCostUsd,
    allowAddresses,
  }: Pick<CallOptions, 'env' | 'maxCostUsd'> & { readonly allowAddresses: AllowedAddresses },
  ownModels: ReadonlyMap<string, LanguageModel> = new Map(),
): void {
  const { model: create } = createModels({ env, allowAddresses, models: Object.fromEntries(ownModels) });
  for (const model of models) if (model !== null) create(model);
  requirePrices(models, maxCostUsd);
}

/** Throws `ConfigError` for a model that a budget of US dollars cannot be kept for. */
export function requirePrices(models: readonly (RunModel | null)[], maxCostUsd: number | undefined): void {
  const named = models.flatMap((model) => (model === null || model.isProxied === true ? [] : [model.model]));
  const unpriced = [...new Set(named)].filter((model) => priceOf(model) === null);
  if (maxCostUsd !== undefined && unpriced.length > 0) {
    throw new ConfigError(
      `\`maxCostUsd\` cannot be kept: the price of ${unpriced.join(', ')} is not known. Leave it out, or use a model of known price`,
    );
  }
}

/** US dollars that the recorded calls of a run cost; calls of unknown price are left out. */
export function spentOn(file: RunFile): number {
  let sum = 0;
  for (const { usage, model } of file.usage()) sum += costOf(usage, priceOf(model)) ?? 0;
  return sum;
}
