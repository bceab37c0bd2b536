import type { CallRecord, ModelMessage } from '../../contract/index.ts';
import { createMemory } from './memory.ts';
import type { Parts } from './parts.ts';

/** The ids of the messages of calls. */
export interface MessageLists {
  idsOf(call: Pick<CallRecord, 'episode' | 'role' | 'messages'>): number[];
}

interface Known {
  readonly id: number;
  /** The message as it was: who made it may change it. */
  readonly as: Shallow;
}

type Shallow = Readonly<Partial<Record<string, unknown>>>;

const rememberedDialogues = 1_000;

/** A dialogue is append-only: messages that its last call held too are known by their place, without a look at the file. */
export function createMessageLists(parts: Parts): MessageLists {
  const dialogues = createMemory<string, readonly Known[]>(rememberedDialogues);
  return {
    idsOf({ episode, role, messages }) {
      const dialogue = `${role}\n${episode}`;
      const before = dialogues.get(dialogue) ?? [];
      const now = messages.map((message, place): Known => {
        const known = before[place];
        if (known !== undefined && isSame(message, known.as)) return known;
        return { id: parts.idOf(message), as: { ...message } };
      });
      dialogues.set(dialogue, now, 1);
      return now.map(({ id }) => id);
    },
  };
}

function isSame(message: ModelMessage, known: Shallow): boolean {
  const fields = Object.entries(message);
  return fields.length === Object.keys(known).length && fields.every(([name, value]) => known[name] === value);
}
