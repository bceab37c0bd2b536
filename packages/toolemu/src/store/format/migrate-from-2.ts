import type { DatabaseSync } from 'node:sqlite';
import { callTimes } from './format-3.sql.ts';

/** From format 2 to 3: calls have times, those that are there have none. */
export function migrateFrom2(database: DatabaseSync): void {
  database.exec(callTimes);
}
