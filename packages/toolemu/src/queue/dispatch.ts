import type { DBOSClient } from '@dbos-inc/dbos-sdk';
import pLimit from 'p-limit';
import { startLimit } from '../model/index.ts';
import { episodesPerCall } from '../run/run.ts';
import { deleteRun, type Postgres, readRuns, seeRun, taskNumbers } from '../store/postgres/index.ts';
import { leaveEngine, queueOf, workflowName, workflowOf } from './engine.ts';

export interface DispatchOptions {
  readonly postgres: Postgres;
  readonly client: DBOSClient;
  readonly run: string;
  /** The version that workers must have. */
  readonly version: string;
  /** Agents that play each case. */
  readonly agents: number;
  /** Calls in flight of each worker; learned where it is null. */
  readonly concurrency: number | null;
  /** Once it is aborted nothing is given any more. */
  readonly signal: AbortSignal;
}

/** Statements under way while a run is given to the engine. */
const givenAtOnce = 8;
/** Tasks that are given between two signs of life. */
const givenBetweenSigns = 500;
/** Tasks that the engine is asked about at a time. */
const askedAtOnce = 500;
/** How long a worker waits between two looks for work, at least. */
const pollEveryMs = 200;

/** The tasks of one run with the engine, which gives them to workers. */
export class Dispatch {
  private readonly options: DispatchOptions;
  private atOnce = 0;

  constructor(options: DispatchOptions) {
    this.options = options;
  }

  /** Gives tasks to the engine; one that it has already stays as it is. What a stop leaves out is given when the run goes on. */
  async give(tasks: readonly number[]): Promise<void> {
    const { postgres, client, run, version, signal } = this.options;
    const limit = pLimit(givenAtOnce);
    const give = async (task: number): Promise<void> => {
      if (signal.aborted) return;
      if (task % givenBetweenSigns === 0) await seeRun(postgres.query, run);
      const workflow = { workflowName, workflowID: workflowOf({ run, task }), appVersion: version };
      await postgres.patiently(() => client.enqueue({ queueName: queueOf(run), ...workflow }, run, task));
    };
    await Promise.all(tasks.map((task) => limit(give, task)));
  }

  /** Gives tasks again that nobody plays and that the engine takes for played, or for somebody's: it lost sight of them. */
  async repair(): Promise<void> {
    const { postgres, run, signal } = this.options;
    this.atOnce = 0;
    const tasks = await taskNumbers(postgres.query, run, { unplayed: true });
    for (let from = 0; from < tasks.length && !signal.aborted; from += askedAtOnce) {
      try {
        await this.repairSome(tasks.slice(from, from + askedAtOnce));
      } catch (error) {
        // The run was dropped meanwhile.
        if ((await readRuns(postgres.query, run)).length === 0) return;
        throw error;
      }
    }
  }

  private async repairSome(tasks: readonly number[]): Promise<void> {
    const { postgres, client, run } = this.options;
    const asked = new Map(tasks.map((task) => [workflowOf({ run, task }), task]));
    const found = await postgres.patiently(() =>
      client.listWorkflows({ workflowIDs: [...asked.keys()], loadInput: false, loadOutput: false }),
    );
    const { PENDING: begun = [], ENQUEUED: waiting = [], ...ended } = Object.groupBy(found, ({ status }) => status);
    const idsOf = (some: typeof found): string[] => some.map(({ workflowID }) => workflowID);
    if (begun.length > 0)
      await postgres.patiently(() => client.resumeWorkflows(idsOf(begun), { queueName: queueOf(run) }));
    await postgres.patiently(() => client.deleteWorkflows(idsOf(Object.values(ended).flatMap((some) => some ?? []))));
    const known = new Set(idsOf([...begun, ...waiting]));
    await this.give([...asked].flatMap(([id, task]) => (known.has(id) ? [] : [task])));
  }

  /** Sets how many tasks a worker may have at a time: enough for its calls, and no more than its part of what is left. */
  async share(left: number, workers: number): Promise<void> {
    const { postgres, client, run, agents, concurrency } = this.options;
    const calls = concurrency ?? startLimit;
    const wanted = Math.ceil((episodesPerCall * calls) / agents);
    const part = Math.ceil(left / Math.max(1, workers));
    const least = Math.ceil(calls / agents);
    const atOnce = Math.max(1, Math.min(wanted, Math.max(least, part)));
    if (atOnce === this.atOnce) return;
    this.atOnce = atOnce;
    const settings = {
      workerConcurrency: atOnce,
      minPollingIntervalMs: pollEveryMs,
      onConflict: 'always_update',
    } as const;
    await postgres.patiently(() => client.registerQueue(queueOf(run), settings));
  }

  /** Leaves nothing of the run in the database. */
  async clean(): Promise<void> {
    const { postgres, client, run } = this.options;
    this.atOnce = 0;
    await postgres.patiently(() => leaveEngine(client, postgres.query, run));
    await deleteRun(postgres.query, run);
  }
}
