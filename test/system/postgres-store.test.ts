import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addRun,
  beat,
  deleteRun,
  endLease,
  enterWorker,
  type HeldTask,
  LeaseLostError,
  loseSilentWorkers,
  Postgres,
  PostgresStore,
  prepareTables,
  readRuns,
  readRunToPlay,
  recoverTasks,
  release,
  reserve,
  runsToTakeFrom,
  seeRun,
  stopRun,
  takeTasks,
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

  /** A run of one task, or of some, in the database. */
  async function queued(
    most: number | null = null,
    { tasks = 1, version = 'x' }: { tasks?: number; version?: string } = {},
  ): Promise<string> {
    number += 1;
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf({ agents: ['careful', 'reckless'] }));
    const plans = [{ id: 'send-to-kim#careful#1', caseId: 'send-to-kim', agent: 'careful', epoch: 1 }];
    const id = `run-${number}`;
    const engine = { concurrency: null, requestsPerMinute: null, tokensPerMinute: null, timeout: null };
    await addRun(postgres, {
      id,
      name: file.path,
      version,
      manifest: file.manifest,
      engine,
      most,
      spent: 0,
      tasks: Array.from({ length: tasks }, () => ({ plans, calls: [] })),
    });
    return id;
  }

  async function held(run: string, worker = 'one'): Promise<HeldTask> {
    const [taken] = await takeTasks(postgres, { run, worker });
    if (taken === undefined) throw new Error('no task can be taken');
    return taken;
  }

  async function storeOf(hold: HeldTask): Promise<PostgresStore> {
    const run = await readRunToPlay(postgres.query, hold.run);
    if (run === undefined) throw new Error('no run');
    return PostgresStore.open({ postgres, hold, manifest: await run.manifestOf(hold) });
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
      expect(await takeTasks(postgres, { run, worker: 'two' })).toEqual([]);
      // The answer that named it may have been lost.
      expect(await takeTasks(postgres, { run, worker: 'one' })).toMatchObject([{ lease: hold.lease }]);
      expect(await takeTasks(postgres, { run, worker: 'one', known: [hold.lease] })).toEqual([]);
      await endLease(postgres, hold, 'given back');
      expect(await takeTasks(postgres, { run, worker: 'two' })).toMatchObject([{ task: 0 }]);
    });

    it('stays given back where that is said again, though another worker has the task by now', async () => {
      await enterWorker(postgres.query, { worker: 'two', version: 'x', patience: 600 });
      const run = await queued();
      const hold = await held(run);
      await endLease(postgres, hold, 'given back');
      await held(run, 'two');
      await endLease(postgres, hold, 'given back');
      expect(await takeTasks(postgres, { run, worker: 'one' })).toEqual([]);
      expect(await readRuns(postgres.query, run)).toMatchObject([{ waiting: 0, playing: 1 }]);
    });

    it('is of one of many workers that look at once, of whom each has its part', async () => {
      const run = await queued(null, { tasks: 30 });
      await seeRun(postgres.query, run, 3);
      const workers = Array.from({ length: 12 }, (_, at) => `at once ${at}`);
      for (const worker of workers) await enterWorker(postgres.query, { worker, version: 'x', patience: 600 });
      const taken = await Promise.all(workers.map((worker) => takeTasks(postgres, { run, worker })));
      const rest = await Promise.all(workers.map((worker) => takeTasks(postgres, { run, worker })));
      expect(Math.max(...taken.map(({ length }) => length))).toBe(3);
      const tasks = rest.flat().map(({ task }) => task);
      expect(tasks.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 30 }, (_, task) => task));
      expect(await readRuns(postgres.query, run)).toMatchObject([{ waiting: 0, playing: 30, over: 0 }]);
    });

    it('is of a run that is played, and of the version of the worker', async () => {
      const [run, other] = [await queued(), await queued(null, { version: 'y' })];
      const asked = { worker: 'one', version: 'x' };
      expect(await runsToTakeFrom(postgres.query, asked)).toContain(run);
      expect(await runsToTakeFrom(postgres.query, asked)).not.toContain(other);
      await stopRun(postgres.query, run, 'canceled');
      expect(await runsToTakeFrom(postgres.query, asked)).not.toContain(run);
      expect(await takeTasks(postgres, { run, worker: 'one' })).toEqual([]);
    });

    it('is given no more once three workers failed at its task', async () => {
      const run = await queued();
      for (const reason of ['disk', 'disk', 'network']) await endLease(postgres, await held(run), `failed: ${reason}`);
      expect(await takeTasks(postgres, { run, worker: 'one' })).toEqual([]);
      const [task] = await postgres.query('SELECT state, reason FROM toolemu.tasks WHERE run = $1', [run]);
      expect(task).toEqual({
        state: 'aside',
        reason: 'set aside after 3 tries: a worker failed at it: disk; a worker failed at it: network',
      });
    });

    it('is ended where no worker that lives is known to have it', async () => {
      const run = await queued(null, { tasks: 2 });
      await seeRun(postgres.query, run, 2);
      const [kept] = await takeTasks(postgres, { run, worker: 'one' });
      await postgres.query(`UPDATE toolemu.leases SET worker = 'nobody' WHERE run = $1 AND task = 1`, [run]);
      await recoverTasks(postgres.query, run);
      await enterWorker(postgres.query, { worker: 'two', version: 'x', patience: 600 });
      expect(await takeTasks(postgres, { run, worker: 'two' })).toMatchObject([{ task: 1 }]);
      expect(await takeTasks(postgres, { run, worker: 'one' })).toEqual([kept]);
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
      expect(await takeTasks(postgres, { run: hold.run, worker: 'one' })).toMatchObject([{ task: 0 }]);
      expect(await takeTasks(postgres, { run: await queued(), worker: 'silent' })).toEqual([]);
    });

    it('is taken from a silent worker though another run of it was deleted meanwhile', async () => {
      await enterWorker(postgres.query, { worker: 'of two runs', version: 'x', patience: 0.2 });
      const [deleted, kept] = [await queued(), await queued()];
      for (const run of [deleted, kept]) await held(run, 'of two runs');
      await deleteRun(postgres.query, deleted);
      await new Promise((resolve) => setTimeout(resolve, 400));
      await loseSilentWorkers(postgres);
      expect(await takeTasks(postgres, { run: kept, worker: 'one' })).toMatchObject([{ task: 0 }]);
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

  it('makes its tables once where several processes find none at once', async () => {
    await postgres.query('CREATE DATABASE fresh');
    const url = new URL(server.url);
    url.pathname = '/fresh';
    const processes = await Promise.all(
      Array.from({ length: 8 }, () => Postgres.open(url.href, { connections: 1, isPatient: false })),
    );
    try {
      await Promise.all(processes.map((one) => prepareTables(one)));
      expect(await processes[0]?.query('SELECT version FROM toolemu.version')).toEqual([{ version: 3 }]);
    } finally {
      await Promise.all(processes.map((one) => one.close()));
    }
  });

  it('says whose tables it finds, if they are of another version', async () => {
    await postgres.query('UPDATE toolemu.version SET version = 99');
    await expect(prepareTables(postgres)).rejects.toThrow('holds the tables of another version of toolemu (99');
    await postgres.query('UPDATE toolemu.version SET version = 3');
  });
});
