import { messageOf, type QueueStatus } from '../../contract/index.ts';
import type { queueEndpoints } from '../../contract/api/queue.ts';
import type { Handlers } from '../http/handlers.ts';
import { ServerError } from '../http/server-error.ts';

interface QueueReaderOptions {
  /** How long an answer is waited for. */
  readonly limitMs?: number;
  /** How long an answer is given again to others who ask. */
  readonly keptMs?: number;
}

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

/** Reads how a queue stands: once for all who ask at about the same time. Throws a {@link ServerError} where it cannot. */
export function createQueueReader(
  status: () => Promise<QueueStatus>,
  { limitMs = 15_000, keptMs = 1_000 }: QueueReaderOptions = {},
): () => Promise<QueueStatus> {
  let last: Promise<QueueStatus> | null = null;

  function forget(): void {
    last = null;
  }

  return () => {
    if (last === null) {
      last = readWithin(status, limitMs);
      last.then(() => setTimeout(forget, keptMs).unref(), forget);
    }
    return last;
  };
}

async function readWithin(status: () => Promise<QueueStatus>, limitMs: number): Promise<QueueStatus> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${limitMs / 1000} s`)), limitMs);
  try {
    return await Promise.race([status(), late]);
  } catch (error) {
    throw new ServerError(503, `the queue cannot be read: ${messageOf(error)}`);
  } finally {
    clearTimeout(timer);
  }
}
