import { type Answer, answerOf } from './answer.ts';
import type { Question } from './prover.ts';
import { tasks } from './tasks.ts';

/** What questions have in common, which is sent once. */
const shared = new Map<number, unknown>();

process.on('message', (question: Question) => void answer(question));
process.on('disconnect', () => process.exit());

async function answer({ task, given, share }: Question): Promise<void> {
  if (share !== null && share.value !== undefined) shared.set(share.id, share.value);
  for (const id of share?.forget ?? []) shared.delete(id);
  const all = share === null ? given : [...given, shared.get(share.id)];
  const work = tasks[task] as (...all: unknown[]) => unknown;
  process.send?.((await answerOf(() => work(...all))) satisfies Answer);
}
