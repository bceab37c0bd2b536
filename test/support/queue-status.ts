import type { QueueStatus } from '../../packages/toolemu/src/contract/index.ts';

type Of<K extends keyof QueueStatus> = QueueStatus[K][number];

/** A worker of a queue, as it is told. */
export function queueWorker(others: Partial<Of<'workers'>> = {}): Of<'workers'> {
  return {
    id: 'node1-411-0c4e7a10',
    host: 'node1',
    pid: 411,
    version: '0.1.0',
    state: 'here',
    seenSecondsAgo: 1.2,
    uptimeSeconds: 7512,
    playing: 6,
    calls: 1843,
    reason: null,
    ...others,
  };
}

/** A run of a queue, as it is told. */
export function queueRun({
  tasks,
  ...others
}: Partial<Omit<Of<'runs'>, 'tasks'>> & { tasks?: Partial<Of<'runs'>['tasks']> } = {}): Of<'runs'> {
  return {
    id: '3f2a90b1c4d5e6f7',
    name: '/home/me/runs/nightly.toolemu',
    version: '0.1.0',
    state: 'playing',
    coordinatorSeenSecondsAgo: 0.4,
    tasks: { waiting: 120, playing: 11, done: 366, setAside: 3, drained: 360, ...tasks },
    tasksPerMinute: 24.6,
    lost: 0,
    spentUsd: 12.345,
    maxCostUsd: 40,
    ...others,
  };
}

/** A task of a queue that may be stuck, as it is told. */
export function queueStuck(others: Partial<Of<'stuck'>> = {}): Of<'stuck'> {
  return {
    run: '3f2a90b1c4d5e6f7',
    caseId: 'bank-pay-request',
    epoch: 2,
    worker: 'node1-411-0c4e7a10',
    playedSeconds: 1500,
    tries: 1,
    reason: null,
    ...others,
  };
}

/** What goes on in a queue on an ordinary day. */
export const queueStatus: QueueStatus = {
  workers: [
    queueWorker(),
    queueWorker({ id: 'node2-97-5b0d21ff', host: 'node2', pid: 97, state: 'silent', seenSecondsAgo: 18, playing: 5 }),
    queueWorker({ id: 'node3-8-aa10e3c2', host: 'node3', pid: 8, state: 'gone', seenSecondsAgo: 900, playing: 0 }),
  ],
  runs: [
    queueRun({ lost: 2 }),
    queueRun({
      id: '91bb07aa31c2d4e5',
      name: "/home/you/it's mine/weekly.toolemu",
      version: '0.2.0',
      coordinatorSeenSecondsAgo: 4000,
      tasks: { waiting: 40, playing: 0, done: 0, setAside: 0, drained: 0 },
      tasksPerMinute: 0,
      spentUsd: null,
      maxCostUsd: null,
    }),
  ],
  stuck: [
    queueStuck(),
    queueStuck({
      caseId: 'mail-share-contract',
      epoch: 1,
      worker: null,
      playedSeconds: 0,
      tries: 3,
      reason: 'a worker was lost with it three times',
    }),
  ],
};
