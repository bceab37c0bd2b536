export { Postgres, type PostgresOptions, placeOf, QueueError, type Query } from './postgres.ts';
export { holdsTables, prepareTables } from './tables.sql.ts';
export { type Hold, LeaseLostError, PostgresStore } from './postgres-store.ts';
export {
  addRun,
  deleteRun,
  markDrained,
  type NewRun,
  type NewTask,
  type QueuedEngine,
  type QueuedRun,
  readRuns,
  type RunState,
  seeRun,
  setMost,
  stopRun,
  type TaskToDrain,
  tasksToDrain,
} from './queued-runs.ts';
export { readRunToPlay, type RunToPlay } from './run-to-play.ts';
export { endLease, type HeldTask, recoverTasks, runsToTakeFrom, takeTasks } from './leases.ts';
export {
  beat,
  enterWorker,
  failuresOfWorkers,
  type Heard,
  leaveWorker,
  liveWorkers,
  loseSilentWorkers,
} from './workers.ts';
export { readStatus } from './status.ts';
export { release, type Reservation, reserve, type Spender } from './reservations.ts';
export type { TaskName } from './task-rows.ts';
