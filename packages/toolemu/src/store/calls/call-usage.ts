import type { Usage } from '../../contract/index.ts';
import type { Row } from '../file/connection.ts';
import { numeric } from '../values.ts';

/** The columns of calls that tell what was used. */
export const usageColumns = [
  'input_tokens',
  'cached_input_tokens',
  'cache_write_tokens',
  'output_tokens',
  'reasoning_tokens',
] as const;

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
