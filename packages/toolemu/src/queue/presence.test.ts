import { describe, expect, it } from 'vitest';
import type { Postgres, Query } from '../store/postgres/index.ts';
import { createPresence, WorkerError } from './presence.ts';

/** A database that knows a worker, and answers a beat as it is told to. */
function presenceOn(query: Query) {
  const postgres = { within: () => query } as unknown as Postgres;
  return createPresence({ postgres, worker: 'one', patience: 0.4, calls: () => 0, onHeard: () => {} });
}

const isBeat = (text: string): boolean => text.startsWith('UPDATE');

describe('the presence of a worker', () => {
  it('lets calls begin while the database hears of it, and has them wait while it does not', async () => {
    const answers = Promise.withResolvers<void>();
    let beats = 0;
    const presence = await presenceOn(async (text) => {
      if (!isBeat(text)) return [];
      beats += 1;
      if (beats > 1) await answers.promise;
      return [{ id: 'one' }];
    });
    const { signal } = new AbortController();
    await presence.heard(signal);
    await new Promise((resolve) => setTimeout(resolve, 300));
    let isHeard = false;
    const heard = presence.heard(signal).then(() => (isHeard = true));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(isHeard).toBe(false);
    answers.resolve();
    await heard;
    await presence.stop();
  });

  it('ends the wait of calls once it is taken for gone', async () => {
    let beats = 0;
    const presence = await presenceOn(async (text) => {
      if (!isBeat(text)) return [];
      beats += 1;
      if (beats > 1) await new Promise((resolve) => setTimeout(resolve, 400));
      return beats > 1 ? [] : [{ id: 'one' }];
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    await expect(presence.heard(new AbortController().signal)).rejects.toThrow(WorkerError);
    expect(presence.gone.aborted).toBe(true);
    await presence.stop();
  });

  it('is refused where it was taken for gone before it began', async () => {
    await expect(presenceOn(async () => [])).rejects.toThrow('was not heard of in time');
  });
});
