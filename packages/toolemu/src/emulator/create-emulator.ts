import type { Emulator, LanguageModel, ModelParameters, RealExample } from '../contract/index.ts';
import type { EmulatorKind } from '../prompt/index.ts';
import { createLanguageModelEmulator } from './language-model.ts';
import { noReveals, type Requirement, requirements, reveals } from './requirements/index.ts';
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
  /** Context window in tokens, if it differs from the known one of the model. */
  readonly contextWindow?: number | undefined;
  /** How often a reply may be sent back. */
  readonly revisions?: number | undefined;
  /** Requirements beside the built-in ones. */
  readonly added?: readonly Requirement[] | undefined;
  /** Ids of requirements that are not checked. */
  readonly exempt?: ReadonlySet<string> | undefined;
}

/** One of the emulators that are a language model, by its name. */
export function createModelEmulator(kind: EmulatorKind, { revisions, added = [], exempt, ...made }: Made): Emulator {
  const all = [...requirements, kind === 'standard' ? noReveals : reveals, ...added];
  const held = exempt === undefined ? all : all.map((requirement) => without(requirement, exempt));
  return withRevisions(createLanguageModelEmulator({ kind, ...made }), held, revisions);
}

function without(requirement: Requirement, exempt: ReadonlySet<string>): Requirement {
  return (draft) => requirement(draft).filter(({ requirement: id }) => !exempt.has(id));
}
