import type { LanguageModel } from '../contract/index.ts';
import { createLanguageModel, type LanguageModelOptions } from './providers/language-model.ts';
import { limitConnection, type ModelLimitOptions } from './calls/limit-model.ts';

/** How a model is used beyond one call. */
export interface ModelOptions extends LanguageModelOptions, ModelLimitOptions {}

/**
 * A model ready for use: each request keeps within a budget, what the endpoint refuses is left out, calls that are ready to
 * be sent wait for their turn at the gate of the endpoint, and what may pass is tried again.
 */
export function createModel({ retry, gate, budget, ready, ...options }: ModelOptions): LanguageModel {
  return limitConnection(createLanguageModel(options), { retry, gate, budget, ready });
}
