import { randomUUID } from 'node:crypto';
import { hostname, uptime } from 'node:os';
import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from './connection.ts';
import { RunFileError } from '../run-file-error.ts';
import { text } from '../values.ts';

/** How often what is written elsewhere is copied to the file's own place. */
export const copyEveryMs = 60_000;
/** A lock is seen on another machine as often as the file is copied to its place. */
export const staleAfterMs = 3 * copyEveryMs;

/** Milliseconds since the epoch. */
export type Clock = () => number;

/** Whoever writes a file, or did. */
export interface WriterLock {
  readonly host: string;
  readonly pid: number;
  /** When it last said that it lives, in milliseconds since the epoch. */
  readonly heartbeat: number;
  /** False where it ended without giving the file free. */
  readonly isAlive: boolean;
}

/** Makes this process the file's writer; gives the token of its lock. Refuses while another one is. */
export function takeLock(file: string, database: DatabaseSync, clock: Clock): string {
  return inTransaction(database, () => {
    refuseWhileWritten(file, database, clock);
    const token = randomUUID();
    database
      .prepare('INSERT OR REPLACE INTO lock (id, host, pid, token, heartbeat) VALUES (1, ?, ?, ?, ?)')
      .run(hostname(), process.pid, token, clock());
    return token;
  });
}

/** Refuses a file that another process writes. */
export function refuseWhileWritten(file: string, database: DatabaseSync, clock: Clock): void {
  const held = lockOf(database, clock);
  if (held?.isAlive === true) throw beingWritten(file, held);
}

/** Says who writes a file. */
export function beingWritten(file: string, { pid, host }: WriterLock): RunFileError {
  const remedy =
    host === hostname() ? '' : `; where that machine is gone, try again in ${staleAfterMs / 60_000} minutes`;
  return new RunFileError(
    `${file} is being written by process ${pid} on ${host}: wait until it ends, or stop it${remedy}`,
  );
}

/** The lock on a file, if there is one. */
export function lockOf(database: DatabaseSync, clock: Clock): WriterLock | null {
  const held = database.prepare('SELECT host, pid, heartbeat FROM lock').get();
  if (held === undefined) return null;
  const lock = { host: text(held.host), pid: Number(held.pid), heartbeat: Number(held.heartbeat) };
  return { ...lock, isAlive: isAlive(lock, clock) };
}

/** A process that was stopped may come back; one that was silent for so long is another of the same number. */
const forgottenAfterMs = 15 * 60_000;

/** On this machine a writer lives as long as its process; on another one, as long as it says so. */
function isAlive({ host, pid, heartbeat }: Omit<WriterLock, 'isAlive'>, clock: Clock): boolean {
  if (host !== hostname()) return clock() - heartbeat < staleAfterMs;
  // A process of that number may be another: this one itself, or one of after the machine was started again.
  const startedAt = clock() - uptime() * 1000;
  if (heartbeat < startedAt || (pid === process.pid && heartbeat < performance.timeOrigin)) return false;
  if (clock() - heartbeat > forgottenAfterMs) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
