import type { JsonObject } from '../../contract/index.ts';
import { type Asking, maxRevisions, type Question } from './asking.ts';

/** An answer may be wrong without end. */
const mostProblems = 30;

/** What can be used of a declaration, null where nothing can, and what is wrong with the rest. */
export interface Reading<T> {
  readonly value: T | null;
  readonly problems: readonly string[];
}

/** A question with how its answers are read: `earlier` is what could be used of the answers before. */
export interface RevisedQuestion<T> extends Question {
  readonly asking: Asking;
  readonly onAsk: (revision: number) => void;
  readonly read: (declaration: JsonObject, earlier: T | null) => Reading<T>;
}

/**
 * Puts a question and sends back what is wrong with the answer, three times at most. Gives what could be used by then,
 * and what is wrong with the last answer.
 */
export async function askRevised<T>({ asking, onAsk, read, ...question }: RevisedQuestion<T>): Promise<Reading<T>> {
  const messages = [...question.messages];
  let reading: Reading<T> = { value: null, problems: [] };
  for (let revision = 0; revision <= maxRevisions && asking.stopped === null; revision += 1) {
    onAsk(revision);
    const said = await asking.ask({ ...question, messages });
    if (said === null) break;
    reading = said.ok ? read(said.declaration, reading.value) : { value: reading.value, problems: [said.problem] };
    if (reading.problems.length === 0) break;
    messages.push(...asking.sendBack(said, reading.problems.slice(0, mostProblems)));
  }
  return reading;
}

/** The first of several problems, and how many there are beside it. */
export function inShort(problems: readonly string[]): string {
  const [first = ''] = problems;
  return problems.length > 1 ? `${first} (and ${problems.length - 1} more)` : first;
}
