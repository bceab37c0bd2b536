import { checkToolkit } from '../../benchmark/index.ts';
import { checkBenchmark, provers } from '../../run/index.ts';
import { evaluateChecks } from '../../world/index.ts';
import { readCase } from '../playground/read-case.ts';
import type { Answer } from './answer.ts';
import type { Question, Task } from './prover.ts';

/** What this process is asked to do with toolkits and cases that somebody else wrote. */
export const tasks = {
  benchmark: checkBenchmark,
  toolkit: checkToolkit,
  tools: provers.proveTools,
  case: readCase,
  checks: evaluateChecks,
  play: provers.play,
} as const;

/** What questions have in common, which is sent once. */
const shared = new Map<number, unknown>();

process.on('message', (question: Question) => void answer(question));
process.on('disconnect', () => process.exit());

async function answer({ task, given, share }: Question): Promise<void> {
  if (share !== null && share.value !== undefined) shared.set(share.id, share.value);
  for (const id of share?.forget ?? []) shared.delete(id);
  const all = share === null ? given : [...given, shared.get(share.id)];
  const work = tasks[task] as (...all: unknown[]) => unknown;
  process.send?.(await answerOf(work, all));
}

async function answerOf(work: (...all: unknown[]) => unknown, all: readonly unknown[]): Promise<Answer> {
  try {
    return { kind: 'made', made: await work(...all) };
  } catch (error) {
    return { kind: 'failure', message: (error as Error).message };
  }
}

/** The tasks by their names, for the process that asks. */
export type Tasks = { readonly [NAME in Task]: (typeof tasks)[NAME] };
