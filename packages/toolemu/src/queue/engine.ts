import type { DBOSClient } from '@dbos-inc/dbos-sdk';
import type { Pool } from 'pg';
import type { Manifest } from '../contract/index.ts';
import { hashOf } from '../model/index.ts';
import { promptVersions } from '../prompt/index.ts';
import { type Postgres, type Query, taskNumbers, type TaskName } from '../store/postgres/index.ts';
import type { Resuming } from './watch.ts';

/** The schema of the engine's own tables. */
const schema = 'toolemu_engine';
const application = 'toolemu';
/** Connections of a process to the engine, at most: a thousand workers share one database. */
const connections = 3;
/** The name of the workflow that plays one task. */
export const workflowName = 'play task';

/** What both doors of the engine are told. */
function engineOptions(url: string, pool: Pool) {
  return {
    systemDatabaseUrl: url,
    systemDatabasePool: pool,
    systemDatabasePoolSize: connections,
    systemDatabaseSchemaName: schema,
    logger: silent,
  };
}

/** A door to the engine through which work is given, and none is done. */
export interface EngineClient extends AsyncDisposable {
  readonly client: DBOSClient;
}

/** What is worth saying is said by toolemu itself. */
const silent = { info: () => {}, debug: () => {}, warn: () => {}, error: () => {} };

/** Connects to the engine, whose tables are there, as one that gives work. */
export async function connectEngine(postgres: Postgres): Promise<EngineClient> {
  const { DBOSClient } = await import('@dbos-inc/dbos-sdk');
  const pool = postgres.connectionsFor(connections);
  const client = await DBOSClient.create({ ...engineOptions(postgres.url, pool), applicationName: application });
  return {
    client,
    async [Symbol.asyncDispose]() {
      await client.destroy();
      await pool.end();
    },
  };
}

/** Makes the tables of the engine where they are not there yet. Two processes that do it at once hinder each other. */
export async function prepareEngine(postgres: Postgres): Promise<void> {
  const { DBOS } = await import('@dbos-inc/dbos-sdk');
  await postgres.alone(() => DBOS.migrate(postgres.url, { schemaName: schema }));
}

const workflowsAtOnce = 500;

/** Leaves nothing of a run with the engine. */
export async function leaveEngine(engine: DBOSClient, query: Query, run: string): Promise<void> {
  const tasks = await taskNumbers(query, run, { unplayed: false });
  const workflows = tasks.map((task) => workflowOf({ run, task }));
  for (let from = 0; from < workflows.length; from += workflowsAtOnce)
    await engine.deleteWorkflows(workflows.slice(from, from + workflowsAtOnce));
  await engine.deleteQueue(queueOf(run));
}

/** A worker's door to the engine. */
export interface WorkerEngine extends Resuming {
  /** Takes no task any more; what was begun is still the worker's. */
  leave(): Promise<void>;
}

/**
 * Opens a worker's door to the engine, whose tables are there: tasks of runs of its version are played by `play`, and no
 * others.
 */
export async function openWorkerEngine({
  postgres,
  worker,
  version,
  play,
}: {
  readonly postgres: Postgres;
  readonly worker: string;
  readonly version: string;
  readonly play: (run: string, task: number) => Promise<void>;
}): Promise<WorkerEngine> {
  const { DBOS } = await import('@dbos-inc/dbos-sdk');
  const pool = postgres.connectionsFor(connections);
  DBOS.setConfig({
    name: application,
    ...engineOptions(postgres.url, pool),
    applicationVersion: version,
    executorID: worker,
  });
  DBOS.registerWorkflow(play, { name: workflowName });
  await DBOS.launch();
  return {
    listWorkflows: (input) => DBOS.listWorkflows(input),
    resumeWorkflows: (ids, options) => DBOS.resumeWorkflows(ids, options),
    async leave() {
      await DBOS.shutdown();
      await pool.end();
    },
  };
}

/** What a version of toolemu asks models: workers of another one would play another run. */
export function versionOf(toolemu: string): string {
  return `${toolemu}-${hashOf(promptVersions()).slice(0, 8)}`;
}

/** The id of a run in a queue: the same whenever its file is queued. */
export function runIdOf(manifest: Manifest): string {
  return hashOf(manifest).slice(0, 16);
}

/** The queue of a run: how much of it one worker plays at a time is its own affair. */
export function queueOf(run: string): string {
  return `toolemu-${run}`;
}

export function workflowOf({ run, task }: TaskName): string {
  return `${run}-${task}`;
}
