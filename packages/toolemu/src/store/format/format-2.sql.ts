/**
 * Tables of a run file of format 2. Values are JSON: text, or deflated where the column is ANY. A part is a message, a
 * tool list, a schema or parameters, kept once; `calls.messages` is a list of their ids. `calls.said` is the text of the
 * reply, `calls.reply` the rest of it.
 */
export const tables = `
CREATE TABLE head (id INTEGER PRIMARY KEY CHECK (id = 1), manifest TEXT NOT NULL) STRICT;
CREATE TABLE lock (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  host TEXT NOT NULL, pid INTEGER NOT NULL, token TEXT NOT NULL, heartbeat INTEGER NOT NULL
) STRICT;
CREATE TABLE episodes (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  case_id TEXT NOT NULL, agent TEXT NOT NULL, epoch INTEGER NOT NULL,
  outcome TEXT, source TEXT, verdict TEXT,
  outcome_kind TEXT AS (CASE WHEN json_valid(outcome) THEN outcome ->> '$.kind' END),
  verdict_kind TEXT AS (CASE WHEN json_valid(verdict) THEN verdict ->> '$.verdict' END)
) STRICT;
CREATE INDEX episodes_of_case ON episodes (case_id);
CREATE INDEX episodes_of_agent ON episodes (agent);
CREATE INDEX episodes_of_outcome ON episodes (outcome_kind);
CREATE INDEX episodes_of_verdict ON episodes (verdict_kind);
CREATE TABLE steps (
  episode INTEGER NOT NULL REFERENCES episodes (number), step INTEGER NOT NULL, value ANY NOT NULL,
  PRIMARY KEY (episode, step)
) STRICT;
CREATE TABLE evaluations (
  id INTEGER PRIMARY KEY,
  episode INTEGER NOT NULL REFERENCES episodes (number), evaluator TEXT NOT NULL, value TEXT NOT NULL,
  current INTEGER NOT NULL, created_at TEXT NOT NULL,
  grade TEXT AS (CASE WHEN json_valid(value) THEN json_object('evaluator', evaluator, 'model', value -> '$.model', 'result',
    CASE value ->> '$.result.kind'
      WHEN 'scored' THEN json_object('kind', 'scored', 'score', value -> '$.result.score')
      WHEN 'checked' THEN json_object('kind', 'checked', 'achieved', value -> '$.result.achieved',
        'unreadable', json_array_length(value, '$.result.unreadable'))
      WHEN 'unscored' THEN json_remove(value -> '$.result', '$.raw')
    END) END)
) STRICT;
CREATE INDEX evaluations_of_episode ON evaluations (episode, current, evaluator, grade);
CREATE TABLE parts (id INTEGER PRIMARY KEY, hash BLOB NOT NULL UNIQUE, value ANY NOT NULL) STRICT;
CREATE TABLE calls (
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  episode TEXT NOT NULL, role TEXT NOT NULL, model TEXT NOT NULL, epoch INTEGER NOT NULL, ordinal INTEGER NOT NULL,
  messages TEXT NOT NULL,
  tools INTEGER NOT NULL REFERENCES parts (id), schema INTEGER NOT NULL REFERENCES parts (id),
  parameters INTEGER NOT NULL REFERENCES parts (id), said ANY NOT NULL,
  reply TEXT NOT NULL, milliseconds REAL NOT NULL, reused INTEGER NOT NULL,
  input_tokens INTEGER AS (reply ->> '$.usage.inputTokens'),
  cached_input_tokens INTEGER AS (reply ->> '$.usage.cachedInputTokens'),
  cache_write_tokens INTEGER AS (reply ->> '$.usage.cacheWriteTokens'),
  output_tokens INTEGER AS (reply ->> '$.usage.outputTokens'),
  reasoning_tokens INTEGER AS (reply ->> '$.usage.reasoningTokens'),
  retries INTEGER AS (reply ->> '$.retries')
) STRICT;
CREATE INDEX calls_of_episode ON calls (
  episode, role, model, reused,
  input_tokens, cached_input_tokens, cache_write_tokens, output_tokens, reasoning_tokens, retries
);
`;
