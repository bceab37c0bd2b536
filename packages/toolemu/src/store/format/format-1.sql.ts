/** Tables of a run file of format 1. Values are JSON texts. */
export const tables = `
CREATE TABLE head (id INTEGER PRIMARY KEY CHECK (id = 1), manifest TEXT NOT NULL) STRICT;
CREATE TABLE lock (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  host TEXT NOT NULL, pid INTEGER NOT NULL, token TEXT NOT NULL, heartbeat INTEGER NOT NULL
) STRICT;
CREATE TABLE episodes (
  id TEXT PRIMARY KEY,
  case_id TEXT NOT NULL, agent TEXT NOT NULL, epoch INTEGER NOT NULL,
  outcome TEXT, source TEXT, verdict TEXT
) STRICT;
CREATE TABLE steps (
  episode TEXT NOT NULL, step INTEGER NOT NULL, value TEXT NOT NULL,
  PRIMARY KEY (episode, step)
) STRICT;
CREATE TABLE evaluations (
  id INTEGER PRIMARY KEY,
  episode TEXT NOT NULL, evaluator TEXT NOT NULL, value TEXT NOT NULL,
  current INTEGER NOT NULL, created_at TEXT NOT NULL
) STRICT;
CREATE INDEX evaluations_of_episode ON evaluations (episode, current);
CREATE TABLE parts (hash TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE calls (
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  episode TEXT NOT NULL, role TEXT NOT NULL, model TEXT NOT NULL, epoch INTEGER NOT NULL, ordinal INTEGER NOT NULL,
  messages TEXT NOT NULL, tools TEXT NOT NULL, schema TEXT NOT NULL,
  parameters TEXT NOT NULL, reply TEXT NOT NULL, milliseconds REAL NOT NULL
) STRICT;
CREATE INDEX calls_of_episode ON calls (episode);
`;
