import { type CallSlots, type LanguageModel, ModelError, type RoleModel } from '../contract/index.ts';
import type { Budget } from './calls/budget.ts';
import { type CallGate, type CallRate, createCallGate, startLimit } from './calls/call-gate.ts';
import { createModel } from './create-model.ts';
import type { Environment } from '../platform/index.ts';
import { limitModel } from './calls/limit-model.ts';
import { parseModelName } from './catalog/model-name.ts';
import type { RetryOptions } from './calls/with-retry.ts';
import { type AllowedAddresses, type StrayKey, strayKeyOf } from './providers/key-trust.ts';

export interface ModelsOptions {
  readonly env: Environment;
  /** The addresses that may get a key, beside those of providers and of the environment: all that are named by default. */
  readonly allowAddresses?: AllowedAddresses | undefined;
  readonly timeoutMs?: number | undefined;
  /** Models of one's own by their names, which are found before those of providers. Each has a gate of its own. */
  readonly models?: Readonly<Record<string, LanguageModel>> | undefined;
  /** How fast each endpoint may be asked. */
  readonly rate?: CallRate | undefined;
  readonly budget?: Budget | undefined;
  /** Waited for before each call; what it throws is thrown in its place. */
  readonly ready?: (() => Promise<void>) | undefined;
  /** Calls in flight where their number is learned, at most. */
  readonly mostInFlight?: number | undefined;
  readonly retry?: Partial<RetryOptions> | undefined;
  /** Once it is aborted no call begins and none is tried again; calls under way go on. */
  readonly stop?: AbortSignal | undefined;
}

/** The models of a run. */
export interface Models {
  readonly model: (of: Pick<RoleModel, 'model' | 'baseUrl'>) => LanguageModel;
  readonly slots: CallSlots;
}

/** Models by name and address, each made once; those of one provider and address share a gate. */
export function createModels({
  env,
  allowAddresses = 'all',
  timeoutMs,
  models: own = {},
  rate,
  budget,
  ready,
  mostInFlight,
  retry,
  stop,
}: ModelsOptions): Models {
  const models = new Map<string, LanguageModel>();
  const gates = new Map<string, CallGate>();
  const listeners: ((count: number) => void)[] = [];

  function count(): number {
    const first = rate?.concurrency ?? Math.min(startLimit, mostInFlight ?? startLimit);
    return Math.max(first, ...[...gates.values()].map(({ limit }) => limit));
  }

  function gateOf(endpoint: string): CallGate {
    return once(gates, endpoint, () =>
      createCallGate({
        ...rate,
        most: mostInFlight,
        stop,
        onLimit: () => listeners.forEach((listener) => listener(count())),
      }),
    );
  }

  function create({ model: name, baseUrl }: Pick<RoleModel, 'model' | 'baseUrl'>): LanguageModel {
    const limits = { timeoutMs, budget, ready, retry: { ...retry, stop } };
    const given = Object.hasOwn(own, name) ? own[name] : undefined;
    if (given !== undefined) return limitModel(given, { ...limits, name, gate: gateOf(`own\n${name}`) });
    const stray = strayKeyOf({ model: name, baseUrl }, { env, allowed: allowAddresses });
    if (stray !== null) throw strayKeyError(name, stray);
    const { provider } = parseModelName(name, { baseUrl: baseUrl ?? undefined });
    const gate = gateOf(`${provider}\n${baseUrl ?? ''}`);
    return createModel({ ...limits, name, env, baseUrl: baseUrl ?? undefined, gate });
  }

  return {
    model: (of) => once(models, `${of.model}\n${of.baseUrl ?? ''}`, () => create(of)),
    slots: {
      get count() {
        return count();
      },
      onChange: (listener) => void listeners.push(listener),
    },
  };
}

function strayKeyError(model: string, { address, variable }: StrayKey): ModelError {
  return new ModelError(
    `${model}: the key ${variable} would go to ${address}, an address that a file names: allow it by \`allowAddresses\`, or unset ${variable}`,
    { kind: 'bad-key', model },
  );
}

function once<T>(made: Map<string, T>, key: string, make: () => T): T {
  const known = made.get(key);
  if (known !== undefined) return known;
  const fresh = make();
  made.set(key, fresh);
  return fresh;
}
