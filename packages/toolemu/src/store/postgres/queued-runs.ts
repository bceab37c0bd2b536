import type { EpisodePlan, Manifest } from '../../contract/index.ts';
import type { Postgres, Query } from './postgres.ts';
import { keptCallOf, type PlayedTask, readTask, type TaskName } from './task-rows.ts';

/** How the calls of a queued run are made. */
export interface QueuedEngine {
  /** Calls in flight of each worker; learned where it is null. */
  readonly concurrency: number | null;
  /** Of all workers together. */
  readonly requestsPerMinute: number | null;
  /** Of all workers together. */
  readonly tokensPerMinute: number | null;
  /** Seconds a call may take. */
  readonly timeout: number | null;
}

/** The episodes of one case in one epoch that are to be played, and the calls that are recorded of them. */
export interface NewTask {
  readonly plans: readonly EpisodePlan[];
  readonly calls: Iterable<Parameters<typeof keptCallOf>[0]>;
}

export interface NewRun {
  readonly id: string;
  /** What people call it: the path of its file. */
  readonly name: string;
  /** The version of workers that may play it. */
  readonly version: string;
  readonly manifest: Manifest;
  readonly engine: QueuedEngine;
  /** US dollars. */
  readonly most: number | null;
  /** US dollars that were spent before. */
  readonly spent: number;
  readonly tasks: readonly NewTask[];
}

/** Whether a run is played, or was stopped by its user or by its budget. */
export type RunState = 'playing' | 'canceled' | 'budget';

/** A run in the database as its coordinator sees it. */
export interface QueuedRun {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly state: RunState;
  /** What it may cost, in US dollars; null where nothing is said. */
  readonly most: number | null;
  /** What counts as spent of that. */
  readonly spent: number;
  readonly waiting: number;
  readonly playing: number;
  readonly over: number;
  readonly drained: number;
}

/** Puts a run into the database, all of it or nothing; one that is there already stays as it is. */
export async function addRun(postgres: Postgres, run: NewRun): Promise<void> {
  const { cases, toolkits, format: _format, ...head } = run.manifest;
  await postgres.transaction(async (query) => {
    const [added] = await query(
      `INSERT INTO toolemu.runs (id, name, version, head, engine, most, spent) VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT DO NOTHING RETURNING id`,
      [run.id, run.name, run.version, JSON.stringify(head), JSON.stringify(run.engine), run.most, run.spent],
    );
    if (added === undefined) return;
    await insertMany(query, 'INSERT INTO toolemu.cases SELECT $1, * FROM unnest($2::text[], $3::text[])', [
      run.id,
      cases.map((one) => [one.id, JSON.stringify(one)]),
    ]);
    await insertMany(query, 'INSERT INTO toolemu.toolkits SELECT $1, * FROM unnest($2::text[], $3::text[])', [
      run.id,
      toolkits.map((one) => [one.name, JSON.stringify(one)]),
    ]);
    await insertMany(
      query,
      'INSERT INTO toolemu.tasks (run, number, case_id, plans) SELECT $1, * FROM unnest($2::integer[], $3::text[], $4::text[])',
      [run.id, run.tasks.map(({ plans }, number) => [number, plans[0]?.caseId ?? '', JSON.stringify(plans)])],
    );
    for (const [task, { calls }] of run.tasks.entries()) await addCalls(query, { run: run.id, task }, calls);
  });
}

/** Calls that were recorded before the run was queued. */
async function addCalls(query: Query, { run, task }: TaskName, calls: NewTask['calls']): Promise<void> {
  for (const call of calls) {
    const { record, parts } = keptCallOf(call);
    await query(
      `INSERT INTO toolemu.parts SELECT $1, $2, * FROM unnest($3::text[], $4::text[]) ON CONFLICT DO NOTHING`,
      [run, task, [...parts.keys()], [...parts.values()]],
    );
    await query('INSERT INTO toolemu.calls (run, task, key, record) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING', [
      run,
      task,
      call.key,
      JSON.stringify(record),
    ]);
  }
}

const rowsAtOnce = 1000;

async function insertMany(
  query: Query,
  statement: string,
  [run, rows]: readonly [string, readonly (readonly unknown[])[]],
): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const chunk = rows.slice(from, from + rowsAtOnce);
    const columns = (chunk[0] ?? []).map((_, at) => chunk.map((row) => row[at]));
    await query(statement, [run, ...columns]);
  }
}

/** The runs in the database, the oldest first; or the one of an id. */
export async function readRuns(query: Query, id?: string): Promise<QueuedRun[]> {
  const rows = await query(
    `SELECT runs.id, name, version, runs.state, most, spent,
       count(*) FILTER (WHERE tasks.state = 'waiting')::integer AS waiting,
       count(*) FILTER (WHERE tasks.state = 'playing')::integer AS playing,
       count(*) FILTER (WHERE tasks.state IN ('done', 'aside'))::integer AS over,
       count(*) FILTER (WHERE drained)::integer AS drained
     FROM toolemu.runs JOIN toolemu.tasks ON tasks.run = runs.id
     WHERE $1::text IS NULL OR runs.id = $1 GROUP BY runs.id ORDER BY created_at`,
    [id ?? null],
  );
  return rows as unknown as QueuedRun[];
}

/** A task that is over, with what was played of it. */
export interface TaskToDrain extends PlayedTask {
  readonly task: number;
  readonly plans: readonly EpisodePlan[];
  /** Why it was set aside; null where it was played to its end. */
  readonly reason: string | null;
}

/**
 * Some of the tasks that are over and were not taken into the run file yet; with `unfinished` also those that are not
 * over, which nobody plays any more then.
 */
export async function tasksToDrain(
  query: Query,
  run: string,
  { most, unfinished = false }: { readonly most: number; readonly unfinished?: boolean },
): Promise<TaskToDrain[]> {
  const rows = await query(
    `SELECT number, plans, reason FROM toolemu.tasks
     WHERE run = $1 AND NOT drained AND (state IN ('done', 'aside') OR $3) ORDER BY number LIMIT $2`,
    [run, most, unfinished],
  );
  const tasks: TaskToDrain[] = [];
  for (const { number, plans, reason } of rows) {
    const played = await readTask(query, { run, task: Number(number) });
    tasks.push({
      ...played,
      task: Number(number),
      plans: JSON.parse(String(plans)) as EpisodePlan[],
      reason: reason as string | null,
    });
  }
  return tasks;
}

/** Deletes what was played of tasks, once it is in the run file. */
export async function markDrained(postgres: Postgres, run: string, tasks: readonly number[]): Promise<void> {
  await postgres.transaction(async (query) => {
    for (const table of ['calls', 'parts', 'episodes'])
      await query(`DELETE FROM toolemu.${table} WHERE run = $1 AND task = ANY($2)`, [run, tasks]);
    await query('UPDATE toolemu.tasks SET drained = true WHERE run = $1 AND number = ANY($2)', [run, tasks]);
    await query('UPDATE toolemu.runs SET drained_at = clock_timestamp() WHERE id = $1', [run]);
  });
}

/** Sets what a run may cost, in US dollars. */
export async function setMost(query: Query, run: string, most: number): Promise<void> {
  await query('UPDATE toolemu.runs SET most = $2 WHERE id = $1', [run, most]);
}

/** Says that the coordinator of a run lives, and how many of its tasks a worker may have at a time. */
export async function seeRun(query: Query, run: string, tasksPerWorker: number): Promise<void> {
  await query('UPDATE toolemu.runs SET drained_at = clock_timestamp(), tasks_per_worker = $2 WHERE id = $1', [
    run,
    tasksPerWorker,
  ]);
}

/** Has no task of a run begin any more. */
export async function stopRun(query: Query, run: string, state: RunState): Promise<void> {
  await query(`UPDATE toolemu.runs SET state = $2 WHERE id = $1 AND state = 'playing'`, [run, state]);
}

/** Deletes all there is of a run. */
export async function deleteRun(query: Query, run: string): Promise<void> {
  await query('DELETE FROM toolemu.runs WHERE id = $1', [run]);
}
