import type { QueueStatus } from '../../contract/index.ts';
import type { queueEndpoints } from '../../contract/api/queue.ts';
import type { Handlers } from '../http/handlers.ts';
import { createQueueReader } from './queue-reader.ts';
import { ServerError } from '../http/server-error.ts';

/** Tells what goes on in a queue. */
export interface QueueSource {
  /** What goes wrong is told as it is: its message holds no password. */
  status(): Promise<QueueStatus>;
}

/** What answers the endpoint of the queue; a refusal where the server was told of none. */
export function createQueueHandlers(queue: QueueSource | undefined): Handlers<typeof queueEndpoints> {
  if (queue === undefined)
    return {
      'GET /api/queue': () => {
        throw new ServerError(404, 'this server shows no queue: start it by `toolemu view --queue`');
      },
    };
  const read = createQueueReader(() => queue.status());
  return { 'GET /api/queue': () => read() };
}
