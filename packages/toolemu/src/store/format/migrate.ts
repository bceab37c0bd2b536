import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from '../file/connection.ts';
import { migrateFrom1 } from './migrate-from-1.ts';
import { migrateFrom2 } from './migrate-from-2.ts';
import { migrateFrom3 } from './migrate-from-3.ts';
import { addChecksums } from '../row-checksums.ts';
import { formatVersion } from './schema.sql.ts';

/** What makes a file of one format one of the next; the first begins with format 1. Each runs in a transaction. */
const migrations: readonly ((database: DatabaseSync) => void)[] = [migrateFrom1, migrateFrom2, migrateFrom3];

/** Brings a file to the format that is written now, one format at a time: one that is interrupted goes on from there. */
export function migrate(database: DatabaseSync): void {
  for (let version = versionOf(database); version < formatVersion; version += 1) {
    inTransaction(database, () => {
      migrations[version - 1]?.(database);
      database.prepare("UPDATE head SET manifest = json_set(manifest, '$.format', ?)").run(version + 1);
      database.exec(`PRAGMA user_version = ${version + 1}`);
      if (version + 1 === formatVersion) addChecksums(database);
    });
  }
}

/** The format of a file; 0 where it is none of ours. */
export function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.user_version);
}
