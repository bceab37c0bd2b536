import { existsSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { lockOf } from './lock.ts';
import { busy, codeOf } from './run-file-error.ts';

/** A database, and what ends the work on it. */
export interface Opened {
  readonly database: DatabaseSync;
  readonly close: () => void;
}

/** Opens a database that waits a while for others. */
export function open(file: string, options: { readOnly?: boolean } = {}): DatabaseSync {
  const database = new DatabaseSync(file, options);
  database.exec('PRAGMA busy_timeout = 5000; PRAGMA cell_size_check = ON; PRAGMA trusted_schema = OFF');
  return database;
}

/** Copies a database, as it is at one moment, to a file that is not there yet. */
export function copyInto(database: DatabaseSync, file: string): void {
  database.exec(`VACUUM INTO '${file.replaceAll("'", "''")}'`);
}

/** Puts a database in WAL mode; false where its folder cannot hold one. */
export function tryWal(database: DatabaseSync): boolean {
  try {
    useWal(`${database.location()}.probe`);
    return database.prepare('PRAGMA journal_mode = WAL').get()?.journal_mode === 'wal';
  } catch {
    return false;
  }
}

/**
 * Writes a file in WAL mode, and removes it. Where memory cannot be shared SQLite agrees to the mode and fails at the
 * first use of the file, which then cannot be put back.
 */
function useWal(file: string): void {
  const remove = () => {
    for (const ending of ['', '-wal', '-shm']) rmSync(`${file}${ending}`, { force: true });
  };
  remove();
  try {
    const database = new DatabaseSync(file);
    try {
      database.exec('PRAGMA synchronous = OFF; PRAGMA journal_mode = WAL; CREATE TABLE probe (id)');
    } finally {
      database.close();
    }
  } finally {
    remove();
  }
}

/** Undoes a transaction that a process was killed in: who only reads could not see past it. */
export function undoBrokenOff(file: string): void {
  if (!existsSync(`${file}-journal`)) return;
  const database = open(file);
  try {
    database.prepare('SELECT count(*) FROM sqlite_schema').get();
  } finally {
    database.close();
  }
}

/** Makes a file whose writer died one file again; leaves it alone while its writer lives. */
export function settle(file: string): void {
  const database = open(file);
  try {
    if (lockOf(database, Date.now)?.isAlive !== true) leaveWal(database);
  } finally {
    database.close();
  }
}

/** Leaves one file. While others read it SQLite refuses, and whoever opens it next does this. */
export function leaveWal(database: DatabaseSync): void {
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  try {
    database.exec('PRAGMA journal_mode = DELETE');
  } catch (error) {
    if (codeOf(error) !== busy) throw error;
  }
}
