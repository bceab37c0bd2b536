import {
  type EmulationRequest,
  EpisodeError,
  type LanguageModel,
  type ModelMessage,
  type ModelParameters,
  type RealExample,
} from '../contract/index.ts';
import { contextWindowOf, type ModelCall } from '../model/index.ts';
import { type EmulatorKind, emulatorReplySchema, renderEmulatorPrompt, renderRevision } from '../prompt/index.ts';
import type { DraftingEmulator, Rejection } from './with-revisions.ts';
import { readEmulation } from './read-emulation.ts';

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
