import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Postgres } from '../store/postgres/index.ts';
import { Watch } from './watch.ts';

describe('a watch over workers', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('takes none for gone before it has reached the database for a whole patience', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    let judged = 0;
    const postgres = { transaction: async () => (judged += 1) } as unknown as Postgres;
    const watch = new Watch(postgres, 10);
    const lookFor = async (seconds: number): Promise<void> => {
      for (let second = 0; second < seconds; second += 1) {
        vi.advanceTimersByTime(1000);
        await watch.look();
      }
    };
    await lookFor(8);
    // The database does not answer for more than half the patience.
    vi.advanceTimersByTime(6000);
    await lookFor(10);
    expect(judged).toBe(0);
    await lookFor(2);
    expect(judged).toBeGreaterThan(0);
  });
});
