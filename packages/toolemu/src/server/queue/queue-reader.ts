import type { QueueStatus } from '../../contract/index.ts';
import { ServerError } from '../http/server-error.ts';

export interface QueueReaderOptions {
  /** How long an answer is waited for. */
  readonly limitMs?: number;
  /** How long an answer is given again to others who ask. */
  readonly keptMs?: number;
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
    throw new ServerError(503, `the queue cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    clearTimeout(timer);
  }
}
