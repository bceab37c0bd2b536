import type { Usage } from '../../contract/index.ts';
import { usageColumns, usageIn } from './call-usage.ts';
import type { Connection } from '../file/connection.ts';
import { guarded } from '../run-file-error.ts';
import { numeric, text } from '../values.ts';

/** A recorded call in short. */
export interface CallRow {
  /** Its place among the calls of its episode, from 0. */
  readonly number: number;
  readonly role: string;
  readonly model: string;
  readonly usage: Usage;
  readonly milliseconds: number;
  /** Requests that failed before the one that was answered. */
  readonly retries: number;
  /** Whether it was taken from another run. */
  readonly reused: boolean;
}

/** The calls of an episode in the order in which they were made; their messages are not read. */
export function callRowsOf(connection: Connection, episode: string): CallRow[] {
  const rows = connection.all(callRowsSql, episode);
  return guarded(connection.path, () =>
    rows.map((row, number) => ({
      number,
      role: text(row.role),
      model: text(row.model),
      usage: usageIn(row),
      milliseconds: numeric(row.milliseconds),
      retries: numeric(row.retries),
      reused: row.reused === 1,
    })),
  );
}

const callRowsSql = `SELECT role, model, milliseconds, reused, coalesce(retries, 0) AS retries,
  ${usageColumns.join(', ')}
  FROM calls WHERE episode = ? ORDER BY id`;
