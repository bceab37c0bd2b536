import type { LanguageModel } from '../contract/index.ts';
import { type LanguageModelOptions, createLanguageModel } from './language-model.ts';
import { type RetryOptions, withRetry } from './with-retry.ts';
import { withoutRefusedParameters } from './without-refused-parameters.ts';

/** A model ready for use: it leaves out what the endpoint refuses and tries again what may pass. */
export function createModel(
  options: LanguageModelOptions & { readonly retry?: Partial<RetryOptions> | undefined },
): LanguageModel {
  return withRetry(withoutRefusedParameters(createLanguageModel(options)), options.retry);
}
