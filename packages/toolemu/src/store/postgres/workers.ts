import { hostname } from 'node:os';
import { endLeasesOf } from './leases.ts';
import type { Postgres, Query } from './postgres.ts';

/** A worker says that it lives. */
export interface Beat {
  readonly worker: string;
  /** Calls that were answered in all. */
  readonly calls: number;
}

/** What a worker learns when it says that it lives. */
export interface Heard {
  /** Whether it was taken for gone, and its tasks given to others. */
  readonly isGone: boolean;
  /** Runs that are played, with the workers that may play them at the same time. */
  readonly runs: ReadonlyMap<string, { readonly version: string; readonly name: string; readonly workers: number }>;
}

/** Enters a worker. It is taken for gone once it was not heard of for this many seconds. Forgets workers that left a day ago. */
export async function enterWorker(
  query: Query,
  { worker, version, patience }: { worker: string; version: string; patience: number },
): Promise<void> {
  await query(
    `INSERT INTO toolemu.workers (id, host, pid, version, patience) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (id) DO NOTHING`,
    [worker, hostname(), process.pid, version, patience],
  );
  await query(`DELETE FROM toolemu.workers WHERE gone_at < clock_timestamp() - interval '1 day'`);
}

export async function beat(query: Query, { worker, calls }: Beat): Promise<Heard> {
  const seen = await query(
    'UPDATE toolemu.workers SET seen_at = clock_timestamp(), calls = $2 WHERE id = $1 AND gone_at IS NULL RETURNING id',
    [worker, calls],
  );
  const runs = await query(
    `SELECT id, name, version, (
       SELECT count(*)::integer FROM (
         SELECT FROM toolemu.tasks WHERE run = runs.id AND tasks.state IN ('waiting', 'playing') LIMIT (
           SELECT count(*) FROM toolemu.workers WHERE workers.version = runs.version AND gone_at IS NULL
         )
       ) AS open
     ) AS workers
     FROM toolemu.runs WHERE state = 'playing'`,
  );
  return {
    isGone: seen.length === 0,
    runs: new Map(
      runs.map(({ id, name, version, workers }) => [
        String(id),
        { name: String(name), version: String(version), workers: Number(workers) },
      ]),
    ),
  };
}

/** How many workers of a version were heard of in their time. */
export async function liveWorkers(query: Query, version: string): Promise<number> {
  const [row] = await query(
    `SELECT count(*)::integer AS workers FROM toolemu.workers
     WHERE gone_at IS NULL AND version = $1 AND seen_at > clock_timestamp() - make_interval(secs => patience)`,
    [version],
  );
  return Number(row?.workers);
}

/** Why workers of a version failed since a run was queued. */
export async function failuresOfWorkers(query: Query, version: string, run: string): Promise<string[]> {
  const rows = await query(
    `SELECT DISTINCT reason FROM toolemu.workers
     WHERE version = $1 AND reason IS NOT NULL AND gone_at > (SELECT created_at FROM toolemu.runs WHERE id = $2)`,
    [version, run],
  );
  return rows.map(({ reason }) => String(reason));
}

/**
 * Takes workers for gone that were not heard of for their time, and has their tasks wait for others. Returns how many they
 * were. While the database was down nobody could be heard of: a silence begins when it was started at the earliest.
 */
export async function loseSilentWorkers(postgres: Postgres): Promise<number> {
  return postgres.transaction(async (query) => {
    const gone = await query(
      `UPDATE toolemu.workers SET gone_at = clock_timestamp()
       WHERE gone_at IS NULL
         AND greatest(seen_at, pg_postmaster_start_time()) < clock_timestamp() - make_interval(secs => patience)
       RETURNING id`,
    );
    for (const { id } of gone) await endWorkOf(query, String(id), 'lost');
    return gone.length;
  });
}

/** A worker leaves, for a reason where it failed: what it played is given back. */
export async function leaveWorker(postgres: Postgres, worker: string, reason: string | null): Promise<void> {
  await postgres.transaction(async (query) => {
    await query(
      'UPDATE toolemu.workers SET gone_at = coalesce(gone_at, clock_timestamp()), reason = coalesce(reason, $2) WHERE id = $1',
      [worker, reason?.replaceAll('\0', '') ?? null],
    );
    await endWorkOf(query, worker, 'given back');
  });
}

/** Ends what a worker that is gone had begun. What its calls in flight may have cost counts as spent. */
async function endWorkOf(query: Query, worker: string, ending: 'lost' | 'given back'): Promise<void> {
  await endLeasesOf(query, worker, ending);
  await query(
    `WITH held AS (DELETE FROM toolemu.reservations WHERE worker = $1 RETURNING run, usd)
     UPDATE toolemu.runs SET spent = spent + lost.usd
     FROM (SELECT run, sum(usd) AS usd FROM held GROUP BY run) AS lost WHERE lost.run = runs.id`,
    [worker],
  );
}
