import type { EpisodePlan } from '../../contract/index.ts';
import type { Postgres, Query } from './postgres.ts';
import { type Hold, LeaseLostError } from './postgres-store.ts';

/** A task that a worker plays, with the lease it plays it under and the episodes to play. */
export interface HeldTask extends Hold {
  readonly plans: readonly EpisodePlan[];
}

/** Workers that may be lost with a task, or fail at it, before it is set aside. */
const maxTries = 3;

/**
 * The ids of the runs from which a worker of a version may take more tasks, the oldest first. It locks nothing, so that
 * idle workers can look often.
 */
export async function runsToTakeFrom(
  query: Query,
  { worker, version }: { readonly worker: string; readonly version: string },
): Promise<string[]> {
  const rows = await query(
    `SELECT id FROM toolemu.runs WHERE state = 'playing' AND version = $2 AND tasks_per_worker > ${heldOf('runs.id', '$1')}
       AND EXISTS (SELECT FROM toolemu.tasks WHERE run = runs.id AND tasks.state = 'waiting') ORDER BY created_at`,
    [worker, version],
  );
  return rows.map(({ id }) => String(id));
}

/**
 * Takes as many waiting tasks of a run as a worker may have, each under a lease of its own. Returns all tasks of the run
 * that the worker holds, except those whose leases it names as known: a lease whose answer was lost is returned again. A
 * task with which workers keep being lost is set aside instead. A worker that is taken for gone gets nothing.
 */
export async function takeTasks(
  postgres: Postgres,
  { run, worker, known = [] }: { readonly run: string; readonly worker: string; readonly known?: readonly string[] },
): Promise<HeldTask[]> {
  await postgres.transaction(async (query) => {
    // The run and the worker stay as they are until the leases are there.
    const [free] = await query(
      `SELECT tasks_per_worker - ${heldOf('$1', '$2')} AS tasks FROM toolemu.runs, toolemu.workers
       WHERE runs.id = $1 AND state = 'playing' AND workers.id = $2 AND gone_at IS NULL FOR SHARE`,
      [run, worker],
    );
    if (free === undefined || Number(free.tasks) <= 0) return;
    const waiting = await query(
      `SELECT number FROM toolemu.tasks WHERE run = $1 AND state = 'waiting'
       ORDER BY number LIMIT $2 FOR UPDATE SKIP LOCKED`,
      [run, free.tasks],
    );
    const tasks = waiting.map(({ number }) => Number(number));
    const aside = await setAside(query, run, tasks);
    await query(
      `WITH taken AS (
         INSERT INTO toolemu.leases (run, task, worker) SELECT $1, number, $3 FROM unnest($2::integer[]) AS number
         ON CONFLICT (run, task) WHERE ended_at IS NULL DO NOTHING RETURNING task
       )
       UPDATE toolemu.tasks SET state = 'playing' FROM taken WHERE run = $1 AND number = task`,
      [run, tasks.filter((task) => !aside.has(task)), worker],
    );
  });
  const held = await postgres.query(
    `SELECT leases.number AS lease, task, plans FROM toolemu.leases
       JOIN toolemu.tasks ON tasks.run = leases.run AND tasks.number = task
     WHERE leases.run = $1 AND worker = $2 AND ended_at IS NULL AND leases.number <> ALL ($3::bigint[]) ORDER BY task`,
    [run, worker, known],
  );
  return held.map(({ lease, task, plans }) => ({
    run,
    task: Number(task),
    lease: String(lease),
    plans: JSON.parse(String(plans)) as EpisodePlan[],
  }));
}

/** How many tasks of a run a worker holds. */
function heldOf(run: string, worker: string): string {
  return `(SELECT count(*)::integer FROM toolemu.leases WHERE leases.run = ${run} AND worker = ${worker} AND ended_at IS NULL)`;
}

/** Sets those tasks aside that were tried too often. Returns their numbers. */
async function setAside(query: Query, run: string, tasks: readonly number[]): Promise<Set<number>> {
  const tries = await query(
    `SELECT task, ending FROM toolemu.leases
     WHERE run = $1 AND task = ANY ($2) AND (ending = 'lost' OR ending LIKE 'failed%') ORDER BY number`,
    [run, tasks],
  );
  const aside = new Set<number>();
  for (const [task, ofTask] of Map.groupBy(tries, (one) => Number(one.task))) {
    if (ofTask.length < maxTries) continue;
    await query(`UPDATE toolemu.tasks SET state = 'aside', reason = $3 WHERE run = $1 AND number = $2`, [
      run,
      task,
      reasonOf(ofTask.map(({ ending }) => String(ending))),
    ]);
    aside.add(task);
  }
  return aside;
}

/** Why a task is set aside, from how its tries ended. */
function reasonOf(endings: readonly string[]): string {
  const failures = [...new Set(endings.filter((ending) => ending !== 'lost'))].map((one) =>
    one.replace('failed: ', ''),
  );
  const lost = endings.filter((ending) => ending === 'lost').length;
  const told = [
    ...(lost === 0 ? [] : [`${lost} of ${endings.length} workers that played it were lost`]),
    ...failures.map((one) => `a worker failed at it: ${one}`),
  ];
  return `set aside after ${endings.length} tries: ${told.join('; ')}`;
}

/** How a lease ended: its task was played, or given back, or the worker failed at it. */
export type Ending = 'done' | 'given back' | `failed: ${string}`;

/**
 * Ends a lease; its task is done, or waits for another worker. Throws {@link LeaseLostError} where the lease had ended
 * otherwise before.
 */
export async function endLease(postgres: Postgres, { run, task, lease }: Hold, ending: Ending): Promise<void> {
  // PostgreSQL keeps no NUL.
  const kept = ending.replaceAll('\0', '');
  await postgres.transaction(async (query) => {
    await query(endLeasesWhere('number = $3'), [kept, ending === 'done' ? 'done' : 'waiting', lease]);
    const [ended] = await query('SELECT ending FROM toolemu.leases WHERE number = $1', [lease]);
    if (ended?.ending !== kept) throw new LeaseLostError(`task ${task} of run ${run} is another's by now`);
  });
}

/** Ends the open leases of a worker that is gone, so that others can take its tasks. */
export async function endLeasesOf(query: Query, worker: string, ending: 'lost' | 'given back'): Promise<void> {
  await query(endLeasesWhere('worker = $3'), [ending, 'waiting', worker]);
}

/** Has tasks of a run wait again that are marked as played, but by no worker that is known to live. */
export async function recoverTasks(query: Query, run: string): Promise<void> {
  await query(
    endLeasesWhere(
      'leases.run = $3 AND NOT EXISTS (SELECT FROM toolemu.workers WHERE id = worker AND gone_at IS NULL)',
    ),
    ['lost', 'waiting', run],
  );
  await query(
    `UPDATE toolemu.tasks SET state = 'waiting' WHERE run = $1 AND state = 'playing' AND NOT EXISTS (
       SELECT FROM toolemu.leases WHERE leases.run = tasks.run AND task = tasks.number AND ended_at IS NULL
     )`,
    [run],
  );
}

/** Ends open leases as $1, and sets the state of their tasks to $2. */
function endLeasesWhere(condition: string): string {
  return `WITH ended AS (
      UPDATE toolemu.leases SET ended_at = clock_timestamp(), ending = $1
      WHERE ended_at IS NULL AND ${condition} RETURNING run, task
    )
    UPDATE toolemu.tasks SET state = $2 FROM ended
    WHERE tasks.run = ended.run AND tasks.number = ended.task AND tasks.state IN ('waiting', 'playing')`;
}
