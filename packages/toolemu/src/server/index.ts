export type { QueueSource } from './queue.ts';
export { type RunningServer, type ServerOptions, startServer } from './start-server.ts';
