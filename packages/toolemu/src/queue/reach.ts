import { Postgres, prepareTables } from '../store/postgres/index.ts';

/** Throws {@link QueueError} where a database cannot be reached, or cannot be a queue. */
export async function reachQueue(url: string): Promise<void> {
  await using postgres = await Postgres.open(url, { connections: 1, isPatient: false });
  await prepareTables(postgres);
}
