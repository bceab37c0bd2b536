import { type Postgres, placeOf, type Query, QueueError } from './postgres.ts';

/** The version of the tables of a queue. */
const tablesVersion = 3;

/**
 * A run while it is played by workers. A task is one case in one epoch, with all its agents. It is `waiting`, `playing`
 * while a worker has a lease of it, `done`, or set `aside`. The index over open leases lets no two workers play one task
 * at once, whatever the tasks say.
 */
const tables = `
CREATE SCHEMA IF NOT EXISTS toolemu;
CREATE TABLE toolemu.version (version integer PRIMARY KEY);
CREATE TABLE toolemu.runs (
  id text PRIMARY KEY,
  name text NOT NULL,
  version text NOT NULL,
  head text NOT NULL,
  engine text NOT NULL,
  state text NOT NULL DEFAULT 'playing',
  tasks_per_worker integer NOT NULL DEFAULT 1,
  most double precision,
  spent double precision NOT NULL DEFAULT 0,
  refusal text,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  drained_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE TABLE toolemu.cases (
  run text REFERENCES toolemu.runs ON DELETE CASCADE, id text, value text NOT NULL, PRIMARY KEY (run, id)
);
CREATE TABLE toolemu.toolkits (
  run text REFERENCES toolemu.runs ON DELETE CASCADE, name text, value text NOT NULL, PRIMARY KEY (run, name)
);
CREATE TABLE toolemu.tasks (
  run text REFERENCES toolemu.runs ON DELETE CASCADE,
  number integer,
  case_id text NOT NULL,
  plans text NOT NULL,
  state text NOT NULL DEFAULT 'waiting',
  reason text,
  drained boolean NOT NULL DEFAULT false,
  PRIMARY KEY (run, number)
);
CREATE INDEX tasks_to_drain ON toolemu.tasks (run, number) WHERE state IN ('done', 'aside') AND NOT drained;
CREATE INDEX tasks_to_take ON toolemu.tasks (run, number) WHERE state = 'waiting';
CREATE INDEX tasks_to_play ON toolemu.tasks (run) WHERE state IN ('waiting', 'playing');
CREATE TABLE toolemu.workers (
  id text PRIMARY KEY,
  host text NOT NULL,
  pid integer NOT NULL,
  version text NOT NULL,
  patience double precision NOT NULL,
  calls bigint NOT NULL DEFAULT 0,
  begun_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  gone_at timestamptz,
  reason text
);
CREATE TABLE toolemu.leases (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  run text NOT NULL REFERENCES toolemu.runs ON DELETE CASCADE,
  task integer NOT NULL,
  worker text NOT NULL,
  begun_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamptz,
  ending text
);
CREATE UNIQUE INDEX one_lease ON toolemu.leases (run, task) WHERE ended_at IS NULL;
CREATE INDEX leases_of_worker ON toolemu.leases (worker) WHERE ended_at IS NULL;
CREATE INDEX leases_of_task ON toolemu.leases (run, task);
CREATE TABLE toolemu.reservations (
  run text REFERENCES toolemu.runs ON DELETE CASCADE,
  id text,
  worker text NOT NULL,
  usd double precision NOT NULL,
  PRIMARY KEY (run, id)
);
CREATE TABLE toolemu.parts (
  run text REFERENCES toolemu.runs ON DELETE CASCADE, task integer, hash text, value text NOT NULL,
  PRIMARY KEY (run, task, hash)
);
CREATE TABLE toolemu.calls (
  run text REFERENCES toolemu.runs ON DELETE CASCADE,
  task integer,
  key text,
  number bigint GENERATED ALWAYS AS IDENTITY,
  record text NOT NULL,
  PRIMARY KEY (run, task, key)
);
CREATE TABLE toolemu.episodes (
  run text REFERENCES toolemu.runs ON DELETE CASCADE,
  task integer,
  id text,
  number bigint GENERATED ALWAYS AS IDENTITY,
  value text NOT NULL,
  PRIMARY KEY (run, task, id)
);
`;

/** Makes the tables of a queue where they are not there yet. */
export async function prepareTables(postgres: Postgres): Promise<void> {
  const { url } = postgres;
  if (await holdsTables(postgres)) return;
  await postgres.transaction(async (query) => {
    // Two processes that make tables at once hinder each other.
    await query(`SELECT pg_advisory_xact_lock(hashtext('toolemu'))`);
    if (await holdsTables({ url, query })) return;
    for (const statement of tables.split(';\n').filter((one) => one.trim() !== '')) await query(statement);
    await query('INSERT INTO toolemu.version VALUES ($1)', [tablesVersion]);
  });
}

/** Whether a database holds a queue. Throws {@link QueueError} where it is one of another version. */
export async function holdsTables({ url, query }: Pick<Postgres, 'url' | 'query'>): Promise<boolean> {
  // Unlike to_regclass, whose cache does not see tables made while this transaction waited for its lock.
  const [found] = await query(
    `SELECT EXISTS (SELECT FROM pg_tables WHERE schemaname = 'toolemu' AND tablename = 'version') AS there`,
  );
  if (found?.there !== true) return false;
  await refuseOther(url, query);
  return true;
}

async function refuseOther(url: string, query: Query): Promise<void> {
  const [found] = await query('SELECT version FROM toolemu.version');
  if (found?.version === tablesVersion) return;
  throw new QueueError(
    `${placeOf(url)} holds the tables of another version of toolemu (${String(found?.version)}, not ${tablesVersion}): use that version, or another database`,
  );
}
