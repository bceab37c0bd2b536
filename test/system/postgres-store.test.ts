import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addRun,
  beat,
  endLease,
  enterWorker,
  LeaseLostError,
  loseSilentWorkers,
  Postgres,
  PostgresStore,
  prepareTables,
  readRunToPlay,
  release,
  reserve,
  takeLease,
} from '../../packages/toolemu/src/store/postgres/index.ts';
import { RunFile } from '../../packages/toolemu/src/store/index.ts';
import { describeEpisodeStore, type ReopenedStore } from '../support/episode-store-suite.ts';
import { manifestOf } from '../support/parcels.ts';
import { onPostgres, startPostgres, type TestPostgres } from '../support/postgres.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

onPostgres('PostgreSQL', () => {
  let server: TestPostgres;
  let postgres: Postgres;
  let number = 0;
  beforeAll(async () => {
    server = await startPostgres();
    postgres = await Postgres.open(server.url);
    await prepareTables(postgres);
    await enterWorker(postgres.query, { worker: 'one', version: 'x', patience: 600 });
  }, 60_000);
  afterAll(async () => {
    await postgres.close();
    await server[Symbol.asyncDispose]();
  });

  /** A run of one task, in the database. */
  async function queued(most: number | null = null): Promise<string> {
    number += 1;
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf({ agents: ['careful', 'reckless'] }));
    const plans = [{ id: 'send-to-kim#careful#1', caseId: 'send-to-kim', agent: 'careful', epoch: 1 }];
    const id = `run-${number}`;
    const engine = { concurrency: null, requestsPerMinute: null, tokensPerMinute: null, timeout: null };
    await addRun(postgres, {
      id,
      name: file.path,
      version: 'x',
      manifest: file.manifest,
      engine,
      most,
      spent: 0,
      tasks: [{ plans, calls: [] }],
    });
    return id;
  }

  async function held(run: string, worker = 'one'): Promise<{ run: string; task: number; lease: string }> {
    const taken = await takeLease(postgres, { run, task: 0 }, worker);
    if (taken.kind !== 'held') throw new Error(`the task is ${taken.kind}`);
    return { run, task: 0, lease: taken.lease };
  }

  async function storeOf(hold: { run: string; task: number; lease: string }): Promise<PostgresStore> {
    const run = await readRunToPlay(postgres.query, hold.run);
    if (run === undefined) throw new Error('no run');
    return PostgresStore.open({ postgres, hold, manifest: await run.manifestOf(hold.task) });
  }

  describeEpisodeStore('PostgreSQL', async (): Promise<ReopenedStore> => {
    const hold = await held(await queued());
    let store = await storeOf(hold);
    return {
      store,
      async reopen() {
        await store.settled();
        store = await storeOf(hold);
        return store;
      },
      [Symbol.asyncDispose]: () => endLease(postgres, hold, 'done'),
    };
  });

  describe('a lease', () => {
    it('is of one worker at a time', async () => {
      await enterWorker(postgres.query, { worker: 'two', version: 'x', patience: 600 });
      const run = await queued();
      const hold = await held(run);
      expect(await takeLease(postgres, hold, 'two')).toEqual({ kind: 'taken' });
      expect(await takeLease(postgres, hold, 'one')).toMatchObject({ kind: 'held', lease: hold.lease });
      await endLease(postgres, hold, 'given back');
      expect(await takeLease(postgres, hold, 'two')).toMatchObject({ kind: 'held' });
    });

    it('keeps nothing of a task once it has ended', async () => {
      const hold = await held(await queued());
      const store = await storeOf(hold);
      await endLease(postgres, hold, 'given back');
      store.startEpisode({ id: 'send-to-kim#careful#1', caseId: 'send-to-kim', agent: 'careful', epoch: 1 });
      store.endTrajectory('send-to-kim#careful#1', { kind: 'quit', reason: 'x' });
      await expect(store.settled()).rejects.toThrow(LeaseLostError);
      await expect(endLease(postgres, hold, 'done')).rejects.toThrow(LeaseLostError);
      const [kept] = await postgres.query('SELECT count(*)::integer AS count FROM toolemu.episodes WHERE run = $1', [
        hold.run,
      ]);
      expect(kept?.count).toBe(0);
    });

    it('is taken from a worker that is silent for longer than its patience', async () => {
      await enterWorker(postgres.query, { worker: 'silent', version: 'x', patience: 0.2 });
      const hold = await held(await queued(), 'silent');
      await new Promise((resolve) => setTimeout(resolve, 400));
      expect(await loseSilentWorkers(postgres)).toBe(1);
      expect((await beat(postgres.query, { worker: 'silent', calls: 0 })).isGone).toBe(true);
      expect(await takeLease(postgres, hold, 'one')).toMatchObject({ kind: 'held' });
      await expect(takeLease(postgres, { ...hold, run: await queued() }, 'silent')).rejects.toThrow(LeaseLostError);
    });

    it('is left to a worker that could not be heard of since the database was down', async () => {
      await enterWorker(postgres.query, { worker: 'cut off', version: 'x', patience: 3600 });
      await held(await queued(), 'cut off');
      await postgres.query("UPDATE toolemu.workers SET seen_at = now() - interval '2 hours' WHERE id = 'cut off'");
      expect(await loseSilentWorkers(postgres)).toBe(0);
      expect((await beat(postgres.query, { worker: 'cut off', calls: 0 })).isGone).toBe(false);
    });
  });

  describe('a budget', () => {
    it('is reserved by all workers together, and refused for good once it cannot be', async () => {
      const run = await queued(1);
      const [one, two] = [
        { run, worker: 'one' },
        { run, worker: 'two' },
      ];
      expect(await reserve(postgres, one, { id: 'a', usd: 0.6 })).toEqual({ kind: 'granted' });
      expect(await reserve(postgres, two, { id: 'b', usd: 0.6 })).toEqual({ kind: 'wait' });
      await release(postgres, run, { id: 'a', cost: 0.1 });
      expect(await reserve(postgres, two, { id: 'b', usd: 0.6 })).toEqual({ kind: 'granted' });
      await release(postgres, run, { id: 'b', cost: 0.6 });
      expect(await reserve(postgres, one, { id: 'c', usd: 0.4 })).toEqual({ kind: 'refused', spent: 0.7, usd: 0.4 });
      expect(await reserve(postgres, one, { id: 'd', usd: 0.01 })).toEqual({ kind: 'refused', spent: 0.7, usd: 0.4 });
    });

    it('counts once what was reserved or released by a statement that was sent twice', async () => {
      const run = await queued(1);
      const spender = { run, worker: 'one' };
      for (const id of ['a', 'a'])
        expect(await reserve(postgres, spender, { id, usd: 0.6 })).toEqual({ kind: 'granted' });
      for (const id of ['a', 'a']) await release(postgres, run, { id, cost: 0.3 });
      expect(await reserve(postgres, spender, { id: 'b', usd: 0.7 })).toEqual({ kind: 'granted' });
      expect(await reserve(postgres, spender, { id: 'c', usd: 0.1 })).toEqual({ kind: 'wait' });
    });

    it('counts as spent what a lost worker had reserved', async () => {
      await enterWorker(postgres.query, { worker: 'spender', version: 'x', patience: 0.1 });
      const run = await queued(1);
      for (const id of ['a', 'b']) await reserve(postgres, { run, worker: 'spender' }, { id, usd: 0.3 });
      await new Promise((resolve) => setTimeout(resolve, 300));
      await loseSilentWorkers(postgres);
      expect(await reserve(postgres, { run, worker: 'one' }, { id: 'c', usd: 0.5 })).toEqual({
        kind: 'refused',
        spent: 0.6,
        usd: 0.5,
      });
    });
  });

  it('says whose tables it finds, if they are of another version', async () => {
    await postgres.query('UPDATE toolemu.version SET version = 99');
    await expect(prepareTables(postgres)).rejects.toThrow('holds the tables of another version of toolemu (99');
    await postgres.query('UPDATE toolemu.version SET version = 2');
  });
});
