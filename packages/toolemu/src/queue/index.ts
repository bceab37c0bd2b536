export { type Cancelled, cancelRun } from './cancel.ts';
export { type Coordinated, type CoordinatorOptions, coordinate } from './coordinator.ts';
export { runIdOf, versionOf } from './identity.ts';
export { reachQueue } from './reach.ts';
export { statusOf } from './status.ts';
export { work, type WorkerOptions } from './worker.ts';
