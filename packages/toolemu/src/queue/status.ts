import type { QueueStatus } from '../contract/index.ts';
import { holdsTables, Postgres, readStatus } from '../store/postgres/index.ts';

/** What goes on in the queue of a database. Nothing is written. */
export async function statusOf(url: string): Promise<QueueStatus> {
  await using postgres = await Postgres.open(url, { connections: 1, isPatient: false });
  if (!(await holdsTables(postgres))) return { workers: [], runs: [], stuck: [] };
  return await readStatus(postgres.query);
}
