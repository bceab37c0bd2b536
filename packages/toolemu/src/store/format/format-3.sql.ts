import { tables as tablesOfFormat2 } from './format-2.sql.ts';

/** What format 3 adds to format 2: when an answer was recorded, null where that is not known. */
export const callTimes = `
ALTER TABLE calls ADD COLUMN created_at TEXT;
DROP INDEX calls_of_episode;
CREATE INDEX calls_of_episode ON calls (
  episode, role, model, reused, created_at, milliseconds,
  input_tokens, cached_input_tokens, cache_write_tokens, output_tokens, reasoning_tokens, retries
);
`;

/** Tables of a run file of format 3. */
export const tables = `${tablesOfFormat2}${callTimes}`;
