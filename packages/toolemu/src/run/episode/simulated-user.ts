import {
  type AskUser,
  type Case,
  EpisodeError,
  type LanguageModel,
  type ModelParameters,
} from '../../contract/index.ts';
import { type ModelCall, splitReasoning } from '../../model/index.ts';
import { type Exchange, renderUserPrompt } from '../../prompt/index.ts';

/** A user played by a language model: it is told the instruction and what is hoped for, and of tools and world nothing. */
export function createSimulatedUser({
  case: value,
  model,
  parameters,
  before = [],
}: {
  readonly case: Case;
  readonly model: LanguageModel;
  readonly parameters: ModelParameters;
  /** What was asked and replied before. */
  readonly before?: readonly Exchange[];
}): AskUser {
  const earlier = [...before];
  return async (question) => {
    const messages = renderUserPrompt({ case: value, earlier, question });
    const call: ModelCall = { messages, parameters, stableMessages: messages.length };
    const { text, finish } = await model.generate(call);
    const reply = splitReasoning(text).said.trim();
    if (reply === '' || finish === 'content-filter' || finish === 'length') {
      throw new EpisodeError(
        'unanswerable',
        `the simulated user gave no reply to a question of the agent's (${finish})`,
      );
    }
    earlier.push({ question, reply });
    return { text: reply, source: { by: model.name } };
  };
}

/** A user who replies the same to every question. */
export function fixedUser(reply: string): AskUser {
  return async () => ({ text: reply, source: { by: 'fixed reply' } });
}
