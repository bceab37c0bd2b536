import type { CallSlots, LanguageModel, RoleModel } from '../contract/index.ts';
import type { Budget } from './calls/budget.ts';
import { type CallGate, type CallRate, createCallGate, startLimit } from './calls/call-gate.ts';
import { createModel } from './create-model.ts';
import type { Environment } from '../platform/index.ts';
import { parseModelName } from './catalog/model-name.ts';
import type { RetryOptions } from './calls/with-retry.ts';

export interface ModelsOptions {
  readonly env: Environment;
  readonly timeoutMs?: number | undefined;
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
  timeoutMs,
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

  function gateOf({ model, baseUrl }: Pick<RoleModel, 'model' | 'baseUrl'>): CallGate {
    const { provider } = parseModelName(model, { baseUrl: baseUrl ?? undefined });
    return once(gates, `${provider}\n${baseUrl ?? ''}`, () =>
      createCallGate({
        ...rate,
        most: mostInFlight,
        stop,
        onLimit: () => listeners.forEach((listener) => listener(count())),
      }),
    );
  }

  return {
    model: (of) =>
      once(models, `${of.model}\n${of.baseUrl ?? ''}`, () =>
        createModel({
          name: of.model,
          env,
          timeoutMs,
          budget,
          ready,
          baseUrl: of.baseUrl ?? undefined,
          retry: { ...retry, stop },
          gate: gateOf(of),
        }),
      ),
    slots: {
      get count() {
        return count();
      },
      onChange: (listener) => void listeners.push(listener),
    },
  };
}

function once<T>(made: Map<string, T>, key: string, make: () => T): T {
  const known = made.get(key);
  if (known !== undefined) return known;
  const fresh = make();
  made.set(key, fresh);
  return fresh;
}
