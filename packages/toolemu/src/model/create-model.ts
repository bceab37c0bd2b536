import type { LanguageModel } from '../contract/index.ts';
import type { Budget } from './budget.ts';
import type { CallGate } from './call-gate.ts';
import { type LanguageModelOptions, createLanguageModel } from './language-model.ts';
import { type RetryOptions, withRetry } from './with-retry.ts';
import { withoutRefusedParameters } from './without-refused-parameters.ts';

/** How a model is used beyond one call. */
export interface ModelOptions extends LanguageModelOptions {
  readonly retry?: Partial<RetryOptions> | undefined;
  readonly gate?: CallGate | undefined;
  readonly budget?: Budget | undefined;
}

/**
 * A model ready for use: each request keeps within a budget, what the endpoint refuses is left out, calls wait for their
 * turn at the gate of the endpoint, and what may pass is tried again.
 */
export function createModel({ retry, gate, budget, ...options }: ModelOptions): LanguageModel {
  const bare = createLanguageModel(options);
  const accepted = withoutRefusedParameters(budget === undefined ? bare : budget.on(bare));
  return withRetry(gate === undefined ? accepted : gate.through(accepted), retry);
}
