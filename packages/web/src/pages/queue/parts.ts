import type { QueueStatus } from 'toolemu/contract';

type Tasks = QueueStatus['runs'][number]['tasks'];

/** The parts of a bar, in their order. */
const names = { done: 'done', setAside: 'set aside', playing: 'played now', waiting: 'waiting' } as const;

/** How many cases of a run are in a state. */
export interface TaskPart {
  readonly key: keyof typeof names;
  readonly name: string;
  readonly count: number;
}

/** The cases of a run by what became of them; set aside only where some are. */
export function partsOf(tasks: Tasks): readonly TaskPart[] {
  return (Object.keys(names) as TaskPart['key'][])
    .map((key) => ({ key, name: names[key], count: tasks[key] }))
    .filter(({ key, count }) => key !== 'setAside' || count > 0);
}
