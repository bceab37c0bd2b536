import type { QueueStatus } from 'toolemu/contract';
import { listed } from 'toolemu/words';
import { formatAge } from './age.ts';
import { queueCommands } from './commands.ts';

type Run = QueueStatus['runs'][number];
type Worker = QueueStatus['workers'][number];

/** What is to be said of a run, and what to type where that helps. */
export interface Remark {
  readonly kind: 'state' | 'workers' | 'coordinator';
  readonly text: string;
  readonly command?: string;
}

/** Seconds after which nobody seems to take results into the run file. */
const awaySeconds = 15;

/** Whether a process takes the results of a run into its run file. */
export function hasCoordinator({ coordinatorSeenSecondsAgo }: Pick<Run, 'coordinatorSeenSecondsAgo'>): boolean {
  return coordinatorSeenSecondsAgo < awaySeconds;
}

/** What keeps a run from its end, the gravest first. */
export function remarksOn(run: Run, workers: readonly Pick<Worker, 'state' | 'version'>[]): readonly Remark[] {
  return [...stateRemarks(run), ...workerRemarks(run, workers), ...coordinatorRemarks(run)];
}

function stateRemarks(run: Run): Remark[] {
  switch (run.state) {
    case 'playing':
      return [];
    case 'canceled':
      return [{ kind: 'state', text: 'It was canceled: no other case of it is begun.' }];
    case 'budget':
      return [
        {
          kind: 'state',
          text: 'Its budget is spent: no other case of it is begun. It goes on with a greater one:',
          command: queueCommands.spendMore(run),
        },
      ];
  }
}

function workerRemarks(
  { state, version, tasks }: Run,
  workers: readonly Pick<Worker, 'state' | 'version'>[],
): Remark[] {
  const here = workers.filter((worker) => worker.state !== 'gone');
  const isWaiting = state === 'playing' && tasks.waiting + tasks.playing > 0;
  if (!isWaiting || here.some((worker) => worker.version === version)) return [];
  const others = [...new Set(here.map((worker) => worker.version))].toSorted();
  const why =
    others.length === 0
      ? 'No worker is there to play it.'
      : `No worker that is there can play it: they are of toolemu ${listed(others)}, and it needs ${version}.`;
  return [
    {
      kind: 'workers',
      text: `${why} Start some with toolemu ${version}, on any machine:`,
      command: queueCommands.work,
    },
  ];
}

function coordinatorRemarks(run: Run): Remark[] {
  if (hasCoordinator(run)) return [];
  return [
    {
      kind: 'coordinator',
      text: `Nobody has taken its results into its run file for ${formatAge(run.coordinatorSeenSecondsAgo)}. They stay in the queue; where it was begun they are taken in by:`,
      command: queueCommands.takeIn(run),
    },
  ];
}
