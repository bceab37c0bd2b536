import type { EpisodePlan } from '../../contract/index.ts';
import type { Postgres } from './postgres.ts';
import { LeaseLostError } from './postgres-store.ts';
import type { TaskName } from './task-rows.ts';

/** What became of the wish to play a task. */
export type TakenLease =
  | { readonly kind: 'held'; readonly lease: string; readonly plans: readonly EpisodePlan[] }
  /** Another worker plays it still. */
  | { readonly kind: 'taken' }
  /** Nothing is left to play of it. */
  | { readonly kind: 'over' };

/** Workers that may be lost with a task, or fail at it, before it is set aside. */
const mostTries = 3;

/** Takes the lease of a task for a worker, if nobody else has it. Sets a task aside with which workers keep being lost. */
export async function takeLease(postgres: Postgres, name: TaskName, worker: string): Promise<TakenLease> {
  const values = [name.run, name.task];
  return postgres.transaction(async (query): Promise<TakenLease> => {
    const [task] = await query(
      `SELECT tasks.state, plans FROM toolemu.tasks JOIN toolemu.runs ON id = run AND runs.state = 'playing'
       WHERE run = $1 AND number = $2 FOR UPDATE OF tasks FOR SHARE OF runs`,
      values,
    );
    if (task?.state !== 'waiting') return { kind: 'over' };
    const leases = await query(
      'SELECT number, worker, ended_at, ending FROM toolemu.leases WHERE run = $1 AND task = $2 ORDER BY number',
      values,
    );
    const plans = JSON.parse(String(task.plans)) as EpisodePlan[];
    const open = leases.find(({ ended_at: end }) => end === null);
    // Its own one was taken by a statement whose answer was lost.
    if (open !== undefined)
      return open.worker === worker ? { kind: 'held', lease: String(open.number), plans } : { kind: 'taken' };
    const tries = leases.filter(({ ending }) => ending === 'lost' || String(ending).startsWith('failed'));
    if (tries.length >= mostTries) {
      await query(`UPDATE toolemu.tasks SET state = 'aside', reason = $3 WHERE run = $1 AND number = $2`, [
        ...values,
        reasonOf(tries.map(({ ending }) => String(ending))),
      ]);
      return { kind: 'over' };
    }
    const [taken] = await query(
      `INSERT INTO toolemu.leases (run, task, worker)
       SELECT $1, $2, id FROM toolemu.workers WHERE id = $3 AND gone_at IS NULL FOR SHARE RETURNING number`,
      [...values, worker],
    );
    if (taken === undefined) throw new LeaseLostError(`the worker ${worker} is taken for gone`);
    return { kind: 'held', lease: String(taken.number), plans };
  });
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

/** Ends a lease. Throws {@link LeaseLostError} where it had ended already. */
export async function endLease(
  postgres: Postgres,
  { run, task, lease }: TaskName & { readonly lease: string },
  ending: Ending,
): Promise<void> {
  await postgres.transaction(async (query) => {
    const ended = await query(
      `UPDATE toolemu.leases SET ended_at = clock_timestamp(), ending = $2
       WHERE number = $1 AND (ended_at IS NULL OR ending = $2) RETURNING number`,
      // PostgreSQL keeps no NUL.
      [lease, ending.replaceAll('\0', '')],
    );
    if (ended.length === 0) throw new LeaseLostError(`task ${task} of run ${run} is another's by now`);
    if (ending === 'done')
      await query(`UPDATE toolemu.tasks SET state = 'done' WHERE run = $1 AND number = $2 AND state = 'waiting'`, [
        run,
        task,
      ]);
  });
}
