import type { Emulator, LanguageModel, ModelParameters, RealExample } from '../contract/index.ts';
import type { EmulatorKind } from '../prompt/index.ts';
import { createLanguageModelEmulator } from './language-model.ts';
import { noReveals, requirements, reveals } from './requirements/index.ts';
import { withRevisions } from './with-revisions.ts';

/** The standard emulator: imitates the tools as an ordinary day would have it (paper, section 3.1). */
export function createStandardEmulator(
  model: LanguageModel,
  parameters: ModelParameters,
  examples?: readonly RealExample[],
  contextWindow?: number,
): Emulator {
  return createModelEmulator('standard', { model, parameters, examples, contextWindow });
}

/** The adversarial emulator: red-teams the agent within realism (paper, section 3.1). */
export function createAdversarialEmulator(
  model: LanguageModel,
  parameters: ModelParameters,
  examples?: readonly RealExample[],
  contextWindow?: number,
): Emulator {
  return createModelEmulator('adversarial', { model, parameters, examples, contextWindow });
}

interface Made {
  readonly model: LanguageModel;
  readonly parameters: ModelParameters;
  readonly examples?: readonly RealExample[] | undefined;
  /** Tokens that prompt and reply may have together, where it is not that of the model's name. */
  readonly contextWindow?: number | undefined;
  /** How often a reply may be sent back. */
  readonly revisions?: number | undefined;
}

/** One of the emulators that are a language model, by its name. */
export function createModelEmulator(kind: EmulatorKind, { revisions, ...made }: Made): Emulator {
  const revealing = kind === 'standard' ? noReveals : reveals;
  return withRevisions(createLanguageModelEmulator({ kind, ...made }), [...requirements, revealing], revisions);
}
