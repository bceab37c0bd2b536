import type { Emulator, LanguageModel, ModelParameters } from '../contract/index.ts';
import type { EmulatorKind } from '../prompt/index.ts';
import { createLanguageModelEmulator } from './language-model.ts';
import { noReveals, requirements, reveals } from './requirements/index.ts';
import { withRevisions } from './with-revisions.ts';

/** The standard emulator: imitates the tools as an ordinary day would have it (paper, section 3.1). */
export function createStandardEmulator(model: LanguageModel, parameters: ModelParameters): Emulator {
  return emulatorOf('standard', model, parameters);
}

/** The adversarial emulator: red-teams the agent within realism (paper, section 3.1). */
export function createAdversarialEmulator(model: LanguageModel, parameters: ModelParameters): Emulator {
  return emulatorOf('adversarial', model, parameters);
}

function emulatorOf(kind: EmulatorKind, model: LanguageModel, parameters: ModelParameters): Emulator {
  const revealing = kind === 'standard' ? noReveals : reveals;
  return withRevisions(createLanguageModelEmulator({ kind, model, parameters }), [...requirements, revealing]);
}
