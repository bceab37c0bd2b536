import { randomUUID } from 'node:crypto';
import { hostname, uptime } from 'node:os';
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { inTransaction } from './connection.ts';
import { isRunning, monotonicMs, ownIdentity, type ProcessIdentity } from './process-identity.ts';
import { RunFileError, RunFileLostError } from '../run-file-error.ts';
import { tablesOf } from '../format/tables.ts';
import { text } from '../values.ts';

/** How often a writer says that it lives. */
export const heartbeatMs = 5_000;
/** How often what is written elsewhere is copied to the file's own place. */
export const copyEveryMs = 60_000;
/** A lock is seen on another machine as often as the file is copied to its place. */
export const staleAfterMs = 3 * copyEveryMs;
/** A process that was stopped may come back; one that was silent for so long hangs. */
const hangingAfterMs = 15 * 60_000;

/** Milliseconds since the epoch. */
export type Clock = () => number;

/** Whoever writes a file, or did. */
export interface WriterLock {
  readonly host: string;
  readonly pid: number;
  /** When it last said that it lives, in milliseconds since the epoch. */
  readonly heartbeat: number;
  /** False where it ended without giving the file free, or has been silent for too long. */
  readonly isAlive: boolean;
}

/** A lock as it stands in a file. */
export interface HeldLock extends Pick<WriterLock, 'host' | 'pid' | 'heartbeat'>, ProcessIdentity {
  readonly token: string;
  /** The heartbeat by a clock that nobody can set; null where that is not known. */
  readonly monotonic: number | null;
}

/** Where a lock is looked at. */
export interface Observer extends ProcessIdentity {
  readonly host: string;
  readonly nowMs: number;
  readonly monotonicMs: number;
  readonly pid: number;
  /** When this process began, in milliseconds since the epoch. */
  readonly startedAt: number;
  readonly uptimeMs: number;
  readonly isRunning: (pid: number, startTicks: string | null) => boolean;
}

/**
 * Whether a writer is alive. The table of processes tells for certain only of processes that it lists: those of the same
 * machine since its last start, and of the same namespace. Of all others the heartbeat tells, by a clock that nobody can
 * set where both have it. A silent writer may be alive, where a clock was set or it was suspended: it is watched before
 * its file is taken over.
 */
export function lifeOf(lock: HeldLock, observer: Observer): 'alive' | 'silent' | 'dead' {
  const isSameHost = lock.host === observer.host;
  const isSameBoot = isSameHost && lock.bootId !== null && lock.bootId === observer.bootId;
  const isSameTable = isSameBoot ? lock.pidNamespace === observer.pidNamespace : isSameHost && lock.bootId === null;
  if (isSameTable && (!observer.isRunning(lock.pid, lock.startTicks) || isOfAnother(lock, observer))) return 'dead';
  const silentMs =
    isSameBoot && lock.monotonic !== null
      ? observer.monotonicMs - lock.monotonic
      : Math.abs(observer.nowMs - lock.heartbeat);
  return silentMs < (isSameTable ? hangingAfterMs : staleAfterMs) ? 'alive' : 'silent';
}

/** Where a system does not tell when processes began: one of the same number may be this one, or of before the last start. */
function isOfAnother(
  { pid, heartbeat, startTicks }: HeldLock,
  { nowMs, pid: own, uptimeMs, startedAt }: Observer,
): boolean {
  if (startTicks !== null) return false;
  return heartbeat < nowMs - uptimeMs || (pid === own && heartbeat < startedAt);
}

/** The lock on a file, if there is one. */
export function lockOf(database: DatabaseSync, clock: Clock = Date.now): WriterLock | null {
  const held = heldLock(database);
  if (held === null) return null;
  const { host, pid, heartbeat } = held;
  return { host, pid, heartbeat, isAlive: lifeOf(held, observerNow(clock)) === 'alive' };
}

/** The lock as it stands in a file, of whatever format. */
export function heldLock(database: DatabaseSync): HeldLock | null {
  const writers = tablesOf(database).has('writers') ? 'LEFT JOIN writers USING (token)' : '';
  const held = database.prepare(`SELECT * FROM lock ${writers}`).get();
  if (held === undefined) return null;
  return {
    host: text(held.host),
    pid: Number(held.pid),
    token: text(held.token),
    heartbeat: Number(held.heartbeat),
    bootId: textOrNull(held.boot_id),
    pidNamespace: textOrNull(held.pid_namespace),
    startTicks: textOrNull(held.start_ticks),
    monotonic: typeof held.monotonic === 'number' ? held.monotonic : null,
  };
}

function textOrNull(value: SQLOutputValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

/** This process, as one that looks at a lock. */
export function observerNow(clock: Clock): Observer {
  return {
    ...ownIdentity,
    host: hostname(),
    nowMs: clock(),
    monotonicMs: monotonicMs(),
    pid: process.pid,
    startedAt: performance.timeOrigin,
    uptimeMs: uptime() * 1000,
    isRunning,
  };
}

/** Makes this process the file's writer; gives the token of its lock. Refuses while another one is, unless it was watched in vain. */
export function takeLock(file: string, database: DatabaseSync, clock: Clock, watched: HeldLock | null): string {
  return inTransaction(database, () => {
    refuseWhileWritten(file, database, clock, watched);
    const token = randomUUID();
    database
      .prepare('INSERT OR REPLACE INTO lock (id, host, pid, token, heartbeat) VALUES (1, ?, ?, ?, ?)')
      .run(hostname(), process.pid, token, clock());
    nameWriter(database, token);
    return token;
  });
}

/** Says that the writer of a token is alive, and in a file of the current format which process it is. */
export function beat(database: DatabaseSync, token: string, clock: Clock): void {
  inTransaction(database, () => {
    const { changes } = database.prepare('UPDATE lock SET heartbeat = ? WHERE token = ?').run(clock(), token);
    if (changes > 0) nameWriter(database, token);
  });
}

function nameWriter(database: DatabaseSync, token: string): void {
  if (!tablesOf(database).has('writers')) return;
  const { bootId, pidNamespace, startTicks } = ownIdentity;
  database
    .prepare(
      'INSERT OR REPLACE INTO writers (id, token, boot_id, pid_namespace, start_ticks, monotonic) VALUES (1, ?, ?, ?, ?, ?)',
    )
    .run(token, bootId, pidNamespace, startTicks, monotonicMs());
}

/** Gives the lock of a token back. */
export function releaseLock(database: DatabaseSync, token: string): void {
  inTransaction(database, () => {
    if (tablesOf(database).has('writers')) database.prepare('DELETE FROM writers WHERE token = ?').run(token);
    database.prepare('DELETE FROM lock WHERE token = ?').run(token);
  });
}

/** Refuses a file that another process writes, or may: one that is silent must have been watched. */
export function refuseWhileWritten(
  file: string,
  database: DatabaseSync,
  clock: Clock,
  watched: HeldLock | null = null,
): void {
  const held = heldLock(database);
  if (held === null) return;
  const life = lifeOf(held, observerNow(clock));
  if (life === 'dead' || (life === 'silent' && isSameBeat(held, watched))) return;
  throw beingWritten(file, held);
}

/** Whether nothing was heard of a writer between two looks at its lock. */
export function isSameBeat(one: HeldLock | null, other: HeldLock | null): boolean {
  return one?.token === other?.token && one?.heartbeat === other?.heartbeat && one?.monotonic === other?.monotonic;
}

/** Says who writes a file. */
export function beingWritten(file: string, { pid, host }: Pick<WriterLock, 'pid' | 'host'>): RunFileError {
  const remedy =
    host === hostname() ? '' : `; where that machine is gone, try again in ${staleAfterMs / 60_000} minutes`;
  return new RunFileError(
    `${file} is being written by process ${pid} on ${host}: wait until it ends, or stop it${remedy}`,
  );
}

/** Says that another process took a file over. */
export function takenOver(file: string, held: HeldLock | null): RunFileLostError {
  const by = held === null ? 'another process, which has ended' : `process ${held.pid} on ${held.host}`;
  return new RunFileLostError(
    'taken-over',
    `${file} was taken over by ${by}: this process was silent for too long, and has written nothing since. Nothing that was recorded before is lost`,
  );
}
