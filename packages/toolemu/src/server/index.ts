export type { SetUp } from './playground/apart.ts';
export type { QueueSource } from './queue/queue.ts';
export { type RunningServer, type ServerOptions, startServer } from './start-server.ts';
