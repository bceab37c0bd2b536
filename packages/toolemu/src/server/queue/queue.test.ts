import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { queueStatus } from '../../../../../test/support/queue-status.ts';
import { serve, type Served } from '../../../../../test/support/served.ts';
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts';
import { createQueueReader, type QueueSource } from './queue.ts';

/** A server on an empty folder that was told of a queue, or of none. */
async function served(queue?: QueueSource): Promise<Served> {
  const folder = await temporaryFolder();
  const server = serve(folder.path, { queue });
  return {
    ...server,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

describe('the queue', () => {
  it('is told as it stands', async () => {
    await using server = await served({ status: async () => queueStatus });
    expect(await server.ask('GET /api/queue')).toEqual(queueStatus);
  });

  it('is refused where the server was told of none', async () => {
    await using server = await served();
    const response = await server.request('/api/queue');
    expect([response.status, await response.json()]).toEqual([
      404,
      { error: 'this server shows no queue: start it by `toolemu view --queue`' },
    ]);
  });

  it('says why it cannot be read, and is read again once it can', async () => {
    let answers = false;
    const status = async () => {
      if (!answers) throw new Error('PostgreSQL at db.example/q cannot be reached: ECONNREFUSED');
      return queueStatus;
    };
    await using server = await served({ status });
    const response = await server.request('/api/queue');
    expect([response.status, await response.json()]).toEqual([
      503,
      { error: 'the queue cannot be read: PostgreSQL at db.example/q cannot be reached: ECONNREFUSED' },
    ]);
    answers = true;
    expect(await server.ask('GET /api/queue')).toEqual(queueStatus);
  });

  it('is for pages of this server alone', async () => {
    let asked = 0;
    await using server = await served({
      status: async () => {
        asked += 1;
        return queueStatus;
      },
    });
    const response = await server.request('/api/queue', { headers: { origin: 'http://evil.example' } });
    expect([response.status, asked]).toEqual([403, 0]);
  });
});

describe('a reader of a queue', () => {
  it('reads once for all who ask at about the same time, and anew later', async () => {
    let reads = 0;
    const read = createQueueReader(
      async () => {
        reads += 1;
        return queueStatus;
      },
      { keptMs: 20 },
    );
    await Promise.all([read(), read()]);
    await read();
    expect(reads).toBe(1);
    await wait(60);
    await read();
    expect(reads).toBe(2);
  });

  it('waits for no answer for ever', async () => {
    let reads = 0;
    const never = new Promise<never>(() => {});
    const read = createQueueReader(
      () => {
        reads += 1;
        return never;
      },
      { limitMs: 20 },
    );
    await expect(read()).rejects.toMatchObject({
      status: 503,
      message: 'the queue cannot be read: no answer within 0.02 s',
    });
    await expect(read()).rejects.toThrow('no answer');
    expect(reads).toBe(2);
  });
});
