import type { PlayTime, Usage } from '../../contract/index.ts';
import { ownSum, usageColumns, usageIn } from './call-rows.ts';
import type { Connection, Row } from '../file/connection.ts';
import { createStopwatch, momentOf, playingOf, spansOf } from '../episodes/playing.ts';
import { guarded } from '../run-file-error.ts';
import { numeric, text } from '../values.ts';

/** What the calls of one role and model used in one stretch of a run. */
export interface Spending {
  /** The stretch, from 0. */
  readonly bucket: number;
  readonly role: string;
  readonly model: string;
  /** Calls that were made and paid for; the tokens are theirs. */
  readonly calls: number;
  readonly usage: Usage;
}

/** What was used as a run went on: its calls in the order in which they were made, cut into at most so many equal stretches. */
export function spendingInOrder(connection: Connection, buckets: number): Spending[] {
  const rows = connection.all(spendingSql, buckets);
  return guarded(connection.path, () => rows.map((row) => spendingIn(row, numeric(row.bucket), numeric(row.calls))));
}

// Calls are numbered from 1 without gaps, and the index holds all that is asked for: no text of a call is read.
const spendingSql = `SELECT (id - 1) * min(CAST(? AS INTEGER), most) / most AS bucket, role, model,
  count(*) FILTER (WHERE reused = 0) AS calls, ${usageColumns.map(ownSum).join(', ')}
  FROM calls INDEXED BY calls_of_episode, (SELECT max(id) AS most FROM calls)
  GROUP BY bucket, role, model ORDER BY bucket, role, model`;

/** What was used in equal stretches of the time in which a run was played. */
export interface SpendingInTime {
  readonly playing: PlayTime;
  /** Call by call. */
  readonly spending: Spending[];
}

/** What was used in so many equal stretches of the time of playing; null where calls have no times, or all the same. */
export function spendingInTime(connection: Connection, buckets: number): SpendingInTime | null {
  const spans = spansOf(connection);
  if (spans === null) return null;
  const playing = playingOf(spans);
  if (playing.seconds === 0) return null;
  const played = createStopwatch(spans);
  const bucketOf = (at: string): number => {
    const share = played(momentOf(at)) / (playing.seconds * 1000);
    return Math.min(buckets - 1, Math.floor(share * buckets));
  };
  const rows = connection.all(callsSql);
  return guarded(connection.path, () => ({
    playing,
    spending: rows.map((row) => spendingIn(row, bucketOf(text(row.created_at)), 1)),
  }));
}

const callsSql = `SELECT role, model, created_at, ${usageColumns.join(', ')}
  FROM calls INDEXED BY calls_of_episode WHERE reused = 0`;

function spendingIn(row: Row, bucket: number, calls: number): Spending {
  return { bucket, role: text(row.role), model: text(row.model), calls, usage: usageIn(row) };
}
