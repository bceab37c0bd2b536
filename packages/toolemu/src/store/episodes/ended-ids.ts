import type { Outcome } from '../../contract/index.ts';
import type { Connection } from '../file/connection.ts';
import { guarded } from '../run-file-error.ts';
import { jsonIn } from '../values.ts';

/** The ids of the episodes with a verdict whose trajectories came out in certain ways, in the order in which they were begun. */
export function endedIds(connection: Connection, outcomes: readonly Outcome['kind'][]): string[] {
  const found = connection.get(
    `SELECT json_group_array(id) AS ids FROM (
       SELECT id FROM episodes
       WHERE verdict IS NOT NULL AND outcome_kind IN (SELECT value FROM json_each(?)) ORDER BY number)`,
    JSON.stringify(outcomes),
  );
  return guarded(connection.path, () => jsonIn(found?.ids) as string[]);
}
