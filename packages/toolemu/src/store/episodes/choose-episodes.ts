import type { Episode, Outcome } from '../../contract/index.ts';
import type { Connection, Row } from '../file/connection.ts';
import { guarded } from '../run-file-error.ts';
import { jsonIn } from '../values.ts';

/** Which episodes; all where nothing is said. */
export interface EpisodeFilter {
  readonly id?: string | undefined;
  readonly agent?: string | undefined;
  readonly caseId?: string | undefined;
  /** Null: those that have none yet. */
  readonly verdict?: Episode['verdict']['verdict'] | null | undefined;
  readonly outcome?: Outcome['kind'] | null | undefined;
  /** Whether the agent acted on instructions from a tool result. */
  readonly hijacked?: true | undefined;
  /** How the id begins. */
  readonly prefix?: string | undefined;
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
}

const pageSize = 500;

/** Holds of an episode in which the agent acted on instructions from a tool result. */
export const isHijacked = "verdict ->> '$.hijacked' = 1";

/**
 * The rows of the episodes that a filter chooses, page by page in the order in which they were begun. Between two pages
 * nothing is being read, however long a page takes: a file that is written meanwhile can be checkpointed.
 */
export function* chosenRows(
  connection: Connection,
  sql: string,
  filter: EpisodeFilter = {},
  conditions: readonly string[] = [],
): Generator<Row[]> {
  const numbers = choose(connection, filter, conditions);
  for (let from = 0; from < numbers.length; from += pageSize) {
    yield connection.all(
      `${sql} WHERE number IN (SELECT value FROM json_each(?)) ORDER BY number`,
      JSON.stringify(numbers.slice(from, from + pageSize)),
    );
  }
}

function choose(
  connection: Connection,
  { id, agent, caseId, verdict, outcome, hijacked, prefix, limit, offset }: EpisodeFilter,
  conditions: readonly string[],
): number[] {
  const equal = { id, agent, case_id: caseId, verdict_kind: verdict, outcome_kind: outcome };
  const set = Object.entries(equal).flatMap(([column, value]) => (value === undefined ? [] : [{ column, value }]));
  const all = [
    ...set.map(({ column }) => `${column} IS ?`),
    ...(prefix === undefined ? [] : ['instr(id, ?) = 1']),
    ...(hijacked === undefined ? [] : [isHijacked]),
    ...conditions,
  ];
  const found = connection.get(
    `SELECT json_group_array(number) AS numbers FROM (
       SELECT number FROM episodes ${all.length === 0 ? '' : `WHERE ${all.join(' AND ')}`} ORDER BY number LIMIT ? OFFSET ?)`,
    ...set.map(({ value }) => value),
    ...(prefix === undefined ? [] : [prefix]),
    limit ?? -1,
    offset ?? 0,
  );
  return guarded(connection.path, () => jsonIn(found?.numbers) as number[]);
}

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
