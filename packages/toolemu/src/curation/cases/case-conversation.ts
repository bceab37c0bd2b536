import type { JsonObject, ModelMessage } from '../../contract/index.ts';
import type { Reading } from '../asking/ask-revised.ts';
import { maxRevisions } from '../asking/asking.ts';
import type { DraftingContext } from '../drafting.ts';

/** What was made of a declaration, with the words in which what is wrong with it is sent back. */
export interface Read<T> extends Reading<T> {
  readonly words?: string;
}

/** A question of a conversation, and how its answers are read. */
export interface Turn<T> {
  readonly step: string;
  /** Null where it stands in the messages that the conversation begins with. */
  readonly question: string | null;
  readonly read: (declaration: JsonObject) => Promise<Read<T>>;
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
  const messages = [...head];
  return {
    async ask({ step, question, read, words }) {
      if (question !== null) messages.push({ role: 'user', content: question });
      let reading: Read<Awaited<ReturnType<typeof read>>['value']> = { value: null, problems: [] };
      for (let revision = 0; revision <= maxRevisions && asking.stopped === null; revision += 1) {
        onStep(step, revision);
        const said = await asking.ask({ step, messages, stableMessages: messages.length });
        if (said === null) break;
        const now = said.ok ? await read(said.declaration) : { value: null, problems: [said.problem] };
        reading = { ...now, value: now.value ?? reading.value };
        if (now.problems.length === 0) {
          messages.push({ role: 'assistant', content: said.text });
          break;
        }
        messages.push(...asking.sendBack(said, now.problems, reading.words ?? words(now.problems)));
      }
      return reading;
    },
  };
}
