import { tables as tablesOfFormat3 } from './format-3.sql.ts';

/**
 * What format 4 adds to format 3. `derived` holds what follows from an episode and is kept with it: its figures and its
 * exposure, each with the version of the rules it follows from, so that what an older program derived is derived anew.
 * `findings` holds what was confirmed or accepted of a run, by its fingerprint. `writers` says which process holds the lock.
 * `checksum` is a CRC-32 of a row, see `row-checksums.ts`. `call` is the recorded call that a step or an evaluation rests
 * on; null where it rests on none. Values are JSON; a reader leaves alone what it does not know. An evaluation may be on a scale of its own.
 */
export const addedTables = `
DROP INDEX evaluations_of_episode;
ALTER TABLE evaluations DROP COLUMN grade;
ALTER TABLE evaluations ADD COLUMN grade TEXT AS (
  CASE WHEN json_valid(value) THEN json_object('evaluator', evaluator, 'model', value -> '$.model', 'result',
    CASE value ->> '$.result.kind'
      WHEN 'scored' THEN json_object('kind', 'scored', 'score', value -> '$.result.score')
      WHEN 'checked' THEN json_object('kind', 'checked', 'achieved', value -> '$.result.achieved',
        'unreadable', json_array_length(value, '$.result.unreadable'))
      WHEN 'graded' THEN json_object('kind', 'graded', 'score', value -> '$.result.score',
        'passed', value -> '$.result.passed')
      WHEN 'unscored' THEN json_remove(value -> '$.result', '$.raw')
    END) END);
CREATE INDEX evaluations_of_episode ON evaluations (episode, current, evaluator, grade);
CREATE TABLE derived (
  episode INTEGER NOT NULL REFERENCES episodes (number), kind TEXT NOT NULL, version INTEGER NOT NULL, value ANY NOT NULL,
  PRIMARY KEY (episode, kind)
) STRICT, WITHOUT ROWID;
CREATE TABLE findings (
  fingerprint TEXT PRIMARY KEY, version INTEGER NOT NULL, value ANY NOT NULL, created_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE writers (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  token TEXT NOT NULL, boot_id TEXT, pid_namespace TEXT, start_ticks TEXT, monotonic INTEGER NOT NULL
) STRICT;
ALTER TABLE steps ADD COLUMN call INTEGER REFERENCES calls (id);
ALTER TABLE evaluations ADD COLUMN call INTEGER REFERENCES calls (id);
ALTER TABLE head ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE episodes ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE steps ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE evaluations ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE calls ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
`;

/** Tables of a run file of format 4. */
export const tables = `${tablesOfFormat3}${addedTables}`;
