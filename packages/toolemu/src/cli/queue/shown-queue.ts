import type { QueueSource } from '../../server/index.ts';
import { UsageError } from '../terminal/failure.ts';
import { loadQueue, requireQueuePackage } from './load-queue.ts';
import { queueAddress } from './queue-address.ts';

/** The queue that `toolemu view` shows, and where it is, without who may use it. */
export interface ShownQueue {
  readonly source: QueueSource;
  readonly place: string;
}

/** The queue of an option. Its database may be started later; an address that is none is refused. */
export async function shownQueue(given: string | true): Promise<ShownQueue> {
  const url = queueAddress(given);
  requireQueuePackage();
  const { placeOf } = await import('../../store/postgres/index.ts');
  return {
    source: { status: async () => (await loadQueue()).statusOf(url) },
    place: placeOrRefusal(() => placeOf(url)),
  };
}

function placeOrRefusal(place: () => string): string {
  try {
    return place();
  } catch (error) {
    throw new UsageError(
      `--queue: ${(error as Error).message}; a folder stands before it, as in \`toolemu view runs --queue\``,
    );
  }
}
