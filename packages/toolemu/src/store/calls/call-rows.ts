import type { Usage } from '../../contract/index.ts';
import type { Connection, Row } from '../file/connection.ts';
import { guarded } from '../run-file-error.ts';
import { numeric, text } from '../values.ts';

/** The columns of calls that tell what was used. */
export const usageColumns = [
  'input_tokens',
  'cached_input_tokens',
  'cache_write_tokens',
  'output_tokens',
  'reasoning_tokens',
] as const;

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

/** What a row of these columns tells. Throws SyntaxError. */
export function usageIn(row: Row): Usage {
  return {
    inputTokens: numeric(row.input_tokens),
    cachedInputTokens: numeric(row.cached_input_tokens),
    cacheWriteTokens: numeric(row.cache_write_tokens),
    outputTokens: numeric(row.output_tokens),
    reasoningTokens: numeric(row.reasoning_tokens),
  };
}

/** The sum of a column over the calls that were made for this run, under its name. */
export function ownSum(column: string): string {
  return `coalesce(sum(${column}) FILTER (WHERE reused = 0), 0) AS ${column}`;
}
