import { randomUUID } from 'node:crypto';
import { hostname, uptime } from 'node:os';
import { DatabaseSync } from 'node:sqlite';
import { busy, codeOf, RunFileError } from './run-file-error.ts';
import { text } from './values.ts';

/** How often what is written elsewhere is copied to the file's own place. */
export const copyEveryMs = 60_000;
// A lock is seen on another machine as often as the file is copied to its place.
const staleAfterMs = 3 * copyEveryMs;

/** Milliseconds since the epoch. */
export type Clock = () => number;

/** Makes this process the file's writer; gives the token of its lock. Refuses while another one is. */
export function takeLock(file: string, database: DatabaseSync, clock: Clock): string {
  database.exec('BEGIN IMMEDIATE');
  try {
    const held = database.prepare('SELECT host, pid, heartbeat FROM lock').get();
    if (held !== undefined && isAlive(text(held.host), Number(held.pid), Number(held.heartbeat), clock)) {
      throw new RunFileError(
        `${file} is being written by process ${Number(held.pid)} on ${text(held.host)}: wait until it ends, or stop it`,
      );
    }
    const token = randomUUID();
    database
      .prepare('INSERT OR REPLACE INTO lock (id, host, pid, token, heartbeat) VALUES (1, ?, ?, ?, ?)')
      .run(hostname(), process.pid, token, clock());
    database.exec('COMMIT');
    return token;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/** On this machine a writer lives as long as its process; on another one, as long as it says so. */
function isAlive(host: string, pid: number, heartbeat: number, clock: Clock): boolean {
  if (host !== hostname()) return clock() - heartbeat < staleAfterMs;
  // A process of that number may be another: this one itself, or one of after the machine was started again.
  const startedAt = clock() - uptime() * 1000;
  if (heartbeat < startedAt || (pid === process.pid && heartbeat < performance.timeOrigin)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Opens a database that waits a while for others. */
export function open(file: string, options: { readOnly?: boolean } = {}): DatabaseSync {
  const database = new DatabaseSync(file, options);
  database.exec('PRAGMA busy_timeout = 5000');
  return database;
}

/** Puts a database in WAL mode; false where its folder cannot hold one. */
export function tryWal(database: DatabaseSync): boolean {
  try {
    return database.prepare('PRAGMA journal_mode = WAL').get()?.journal_mode === 'wal';
  } catch {
    return false;
  }
}

/** Makes a file whose writer died one file again; leaves it alone while its writer lives. */
export function settle(file: string): void {
  const database = open(file);
  try {
    const held = database.prepare('SELECT host, pid, heartbeat FROM lock').get();
    if (held !== undefined && isAlive(text(held.host), Number(held.pid), Number(held.heartbeat), Date.now)) return;
    leaveWal(database);
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
