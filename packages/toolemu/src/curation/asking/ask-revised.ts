import type { JsonObject, ModelMessage } from '../../contract/index.ts';
import { type Asking, maxRevisions } from './asking.ts';

/** An answer may be wrong without end. */
const maxProblems = 30;

/** What can be used of a declaration, null where nothing can, and what is wrong with the rest. */
export interface Reading<T> {
  readonly value: T | null;
  readonly problems: readonly string[];
  /** The words in which the problems are sent back, where reading gave words of its own. */
  readonly words?: string;
}

/** A reading, with all that was said until then: the question, answers, what was wrong with them. */
export interface RevisedReading<T> extends Reading<T> {
  readonly messages: ModelMessage[];
}

/** A question with how its answers are read; `step` says what is asked for, as in `world`. */
export interface RevisedQuestion<T> {
  readonly asking: Asking;
  readonly step: string;
  readonly messages: readonly ModelMessage[];
  /** Whether each request repeats all messages of the one before it, or only those of the question (the default). */
  readonly continues?: boolean;
  readonly onAsk: (revision: number) => void;
  /** `earlier` is what could be used of the answers before. */
  readonly read: (declaration: JsonObject, earlier: T | null) => Reading<T> | Promise<Reading<T>>;
  /** The words for problems, where reading gave none; the first of them in usual words by default. */
  readonly words?: (problems: readonly string[]) => string;
}

/**
 * Asks again while an answer is not good enough, up to {@link maxRevisions} times, and no more once asking has stopped.
 * `attempt` asks once, and says whether that is the end.
 */
export async function revise(asking: Asking, attempt: (revision: number) => Promise<boolean>): Promise<void> {
  for (let revision = 0; revision <= maxRevisions && asking.stopped === null; revision += 1) {
    if (await attempt(revision)) return;
  }
}

/** Puts a question and sends back what is wrong with the answer. Gives what could be used, and what is wrong at the end. */
export async function askRevised<T>(question: RevisedQuestion<T>): Promise<RevisedReading<T>> {
  const { asking, step, continues = false, onAsk, read, words } = question;
  const messages = [...question.messages];
  let reading: Reading<T> = { value: null, problems: [] };
  await revise(asking, async (revision) => {
    onAsk(revision);
    const stableMessages = continues ? messages.length : question.messages.length;
    const said = await asking.ask({ step, messages, stableMessages });
    if (said === null) return true;
    const earlier = reading.value;
    const now = said.ok ? await read(said.declaration, earlier) : { value: null, problems: [said.problem] };
    reading = { ...now, value: now.value ?? earlier };
    const { problems } = now;
    if (problems.length === 0) {
      messages.push({ role: 'assistant', content: said.text });
      return true;
    }
    const own = reading.words ?? words?.(problems);
    messages.push(...asking.sendBack(said, own === undefined ? problems.slice(0, maxProblems) : problems, own));
    return false;
  });
  return { ...reading, messages };
}

/** The first of several problems, and how many there are beside it. */
export function inShort(problems: readonly string[]): string {
  const [first = ''] = problems;
  return problems.length > 1 ? `${first} (and ${problems.length - 1} more)` : first;
}
