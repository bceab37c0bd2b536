import type { LanguageModel } from '../contract/index.ts';
import type { Budget } from './calls/budget.ts';
import type { CallGate } from './calls/call-gate.ts';
import { type LanguageModelOptions, createLanguageModel } from './providers/language-model.ts';
import { type RetryOptions, withRetry } from './calls/with-retry.ts';
import { withoutRefusedParameters } from './providers/without-refused-parameters.ts';

/** How a model is used beyond one call. */
export interface ModelOptions extends LanguageModelOptions {
  readonly retry?: Partial<RetryOptions> | undefined;
  readonly gate?: CallGate | undefined;
  readonly budget?: Budget | undefined;
  /** Waited for before each call is sent; what it throws is thrown in its place. */
  readonly ready?: (() => Promise<void>) | undefined;
}

/**
 * A model ready for use: each request keeps within a budget, what the endpoint refuses is left out, calls that are ready to
 * be sent wait for their turn at the gate of the endpoint, and what may pass is tried again.
 */
export function createModel({ retry, gate, budget, ready, ...options }: ModelOptions): LanguageModel {
  const reached = createLanguageModel(options);
  const bare = ready === undefined ? reached : onceReady(reached, ready);
  const accepted = withoutRefusedParameters(budget === undefined ? bare : budget.on(bare));
  return withRetry(gate === undefined ? accepted : gate.through(accepted), retry);
}

function onceReady(model: LanguageModel, ready: () => Promise<void>): LanguageModel {
  return {
    name: model.name,
    generate: (request) =>
      model.generate({
        ...request,
        async begin() {
          await request.begin?.();
          await ready();
        },
      }),
  };
}
