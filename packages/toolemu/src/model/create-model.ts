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
 * A model ready for use: it leaves out what the endpoint refuses, keeps within a budget, waits for its turn at the gate
 * of its endpoint, and tries again what may pass.
 */
export function createModel({ retry, gate, budget, ...options }: ModelOptions): LanguageModel {
  const bare = withoutRefusedParameters(createLanguageModel(options));
  const paid = budget === undefined ? bare : budget.on(bare);
  return withRetry(gate === undefined ? paid : gate.through(paid), retry);
}
