import { type JsonObject, type ModelMessage, withCurrentNames } from '../../contract/index.ts';
import { askRevised, type Reading } from '../asking/ask-revised.ts';
import type { DraftingContext } from '../drafting.ts';

/** A question of a conversation, and how its answers are read. */
export interface Turn<T> {
  readonly step: string;
  /** Null where it stands in the messages that the conversation begins with. */
  readonly question: string | null;
  readonly read: (declaration: JsonObject) => Promise<Reading<T>>;
  /** The words for problems where reading gave none. */
  readonly words: (problems: readonly string[]) => string;
}

/** Questions about one case, each put with all that was said before it. */
export interface Conversation {
  /** Sends back what is wrong with an answer, three times at most. Gives the last that could be used. */
  ask<T>(turn: Turn<T>): Promise<Reading<T>>;
}

/** Begins a conversation. Each request is a continuation of the one before it, so that caches of providers serve it. */
export function createConversation(
  head: readonly ModelMessage[],
  { asking, onStep }: Pick<DraftingContext, 'asking' | 'onStep'>,
): Conversation {
  let messages = [...head];
  return {
    async ask({ step, question, ...turn }) {
      if (question !== null) messages.push({ role: 'user', content: question });
      const onAsk = (revision: number): void => onStep(step, revision);
      const read = (declaration: JsonObject) => turn.read(currentCase(declaration));
      const reading = await askRevised({ asking, step, messages, continues: true, onAsk, ...turn, read });
      messages = reading.messages;
      return reading;
    },
  };
}

// Prompts speak of the parts of a case by names from before some were renamed.
function currentCase(declaration: JsonObject): JsonObject {
  return withCurrentNames('case', declaration).value as JsonObject;
}
