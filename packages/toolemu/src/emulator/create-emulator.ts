import {
  type EmulationRequest,
  type Emulator,
  EpisodeError,
  type LanguageModel,
  type ModelMessage,
  type ModelParameters,
  type RealExample,
} from '../contract/index.ts';
import { type EmulatorKind, emulatorReplySchema, renderEmulatorPrompt, renderRevision } from '../prompt/index.ts';
import { noReveals, type Requirement, requirements, reveals } from './requirements/index.ts';
import { type DraftingEmulator, type Rejection, withRevisions } from './with-revisions.ts';
import { contextWindowOf, type ModelCall } from '../model/index.ts';
import { readEmulation } from './read-emulation.ts';

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

/**
 * An emulator that is a language model: one request for a valid call, and one more for each revision. It is told the
 * specifications, its share of the case, and the calls so far; never the agent's thoughts. Toolkits that do not fit
 * into the context window are shortened, independently of the agent and the call: see `renderEmulatorPrompt`.
 */
export function createLanguageModelEmulator({
  kind,
  model,
  parameters,
  examples = [],
  contextWindow,
}: {
  kind: EmulatorKind;
  model: LanguageModel;
  parameters: ModelParameters;
  /** Answers of real tools that it is shown. */
  examples?: readonly RealExample[] | undefined;
  /** Context window in tokens (default: known value of the model). */
  contextWindow?: number | undefined;
}): DraftingEmulator {
  const window = contextWindow ?? contextWindowOf(model.name) ?? undefined;
  return {
    name: kind,
    async draft(request, rejections) {
      const prompt = renderEmulatorPrompt({ kind, ...request, examples, contextWindow: window });
      const call: ModelCall = {
        messages: [...prompt, ...rejections.flatMap(revise)],
        parameters,
        schema: emulatorReplySchema,
        // The last message holds the current call and what differs from the start: the next request's differs.
        stableMessages: prompt.length - 1,
      };
      const { text, finish } = await model.generate(call);
      if (finish === 'content-filter') throw refusal(request, model);
      if (finish === 'length')
        return { text, read: { ok: false, reason: 'the reply was cut off at its greatest length' } };
      return { text, read: readEmulation(text, request.tool) };
    },
  };
}

function revise({ text, violations }: Rejection): ModelMessage[] {
  return [
    { role: 'assistant', content: text.trim() === '' ? '(nothing)' : text },
    { role: 'user', content: renderRevision(violations) },
  ];
}

function refusal({ tool }: EmulationRequest, { name }: LanguageModel): EpisodeError {
  return new EpisodeError(
    'emulator',
    `${name} refused to emulate ${tool.name}: its provider filtered the reply. Use another emulator model`,
  );
}
