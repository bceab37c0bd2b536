import type { DatabaseSync } from 'node:sqlite';

/** The names of the tables of a file. */
export function tablesOf(database: DatabaseSync): ReadonlySet<string> {
  const found = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  return new Set(found.map(({ name }) => String(name)));
}
