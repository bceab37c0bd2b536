import { randomUUID } from 'node:crypto';
import { existsSync, rmSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { beingWritten, heldLock, lifeOf, lockOf, observerNow, staleAfterMs, type WriterLock } from './lock.ts';
import { ownIdentity } from './process-identity.ts';
import { bytesAt, isWritable, readablePlace } from './read-only-place.ts';
import { busy, codeOf, RunFileError } from '../run-file-error.ts';

/** A database, and what ends the work on it. */
export interface Opened {
  readonly database: DatabaseSync;
  readonly close: () => void;
  /** Throws where this process is not the file's writer any more. A file that is only read has none. */
  readonly fence?: (() => void) | undefined;
  /** Tables that were not compared with their indexes yet; none by default. */
  readonly unchecked?: readonly string[] | undefined;
  /** Whether the file at the path is still this writer's; absent for readers. */
  readonly isOwn?: () => boolean;
}

/**
 * Opens a database that waits a while for others. What a process on another machine has in its WAL is read without a byte
 * of it being touched, and not opened for writing while that process lives: by a network disk machines share no memory, and
 * what SQLite would put in order there is the log that the other one writes.
 */
export function open(file: string, { readOnly = false }: { readOnly?: boolean } = {}): DatabaseSync {
  const elsewhere = writerElsewhere(file);
  if (elsewhere !== null && readOnly) return untouched(file);
  if (readOnly) return openToRead(file);
  if (elsewhere?.isAlive === true) throw beingWritten(file, elsewhere);
  return prepared(new DatabaseSync(file, { defensive: true }));
}

function openToRead(file: string): DatabaseSync {
  const { path: place, isImmutable } = readablePlace(file);
  if (!isImmutable) return prepared(new DatabaseSync(place, { readOnly: true, defensive: true }));
  return openUrl(place, 'immutable');
}

/** Nothing in a file is trusted: neither its schema nor the lengths that its pages state. */
function prepared(database: DatabaseSync): DatabaseSync {
  database.exec('PRAGMA busy_timeout = 5000; PRAGMA cell_size_check = ON; PRAGMA trusted_schema = OFF');
  return database;
}

/** Opens a database in WAL mode whose log and the index of it, which must be there, are not touched. */
function untouched(file: string): DatabaseSync {
  return openUrl(file, 'readonly_shm');
}

function openUrl(file: string, flag: 'readonly_shm' | 'immutable'): DatabaseSync {
  const url = pathToFileURL(path.resolve(file));
  url.searchParams.set(flag, '1');
  return prepared(new DatabaseSync(url, { readOnly: true, defensive: true }));
}

/** Who on another machine has a file in WAL mode, or left it so. That its log grows is seen sooner than what is in it. */
function writerElsewhere(file: string): WriterLock | null {
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false });
  if (log === undefined || !existsSync(`${file}-shm`)) return null;
  try {
    using database = untouched(file);
    const lock = heldLock(database);
    if (lock === null) return null;
    const isAlive = lifeOf(lock, observerNow(Date.now)) === 'alive';
    // A machine that was started again since has the same name, and so may another one.
    const isHere = lock.host === hostname() && (!isAlive || (lock.bootId ?? ownIdentity.bootId) === ownIdentity.bootId);
    return isHere ? null : { ...lock, isAlive: isAlive || Date.now() - log.mtimeMs < staleAfterMs };
  } catch {
    // What is wrong with the file is said where it is read.
    return null;
  }
}

/** Copies a database, as it is at one moment, to a file that is not there yet. */
export function copyInto(database: DatabaseSync, file: string): void {
  database.exec(`VACUUM INTO '${file.replaceAll("'", "''")}'`);
}

/** Puts a database in WAL mode; false where its folder cannot hold one. */
export function tryWal(database: DatabaseSync): boolean {
  try {
    useWal(`${database.location()}.${randomUUID()}.probe`);
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
  if (statSync(`${file}-journal`, { throwIfNoEntry: false })?.isFile() !== true) return;
  refuseForeignJournal(file);
  if (readablePlace(file).path !== file) return;
  const database = open(file);
  try {
    database.prepare('SELECT count(*) FROM sqlite_schema').get();
  } finally {
    database.close();
  }
}

/**
 * A journal may end with the path of another one, of a transaction over several databases. SQLite opens what stands there, and
 * deletes it. No transaction of toolemu is over several.
 */
function refuseForeignJournal(file: string): void {
  const end = endOfJournal(`${file}-journal`);
  if (end === null || !end.subarray(8).equals(journalMagic) || end.readUInt32BE(0) === 0) return;
  throw new RunFileError(
    `${file}-journal was not written by toolemu: it names another file. Delete it to read ${file}`,
  );
}

/** The last bytes of a journal; null where its writer, which lives, has just removed it. */
function endOfJournal(journal: string): Buffer | null {
  try {
    return bytesAt(journal, Math.max(0, statSync(journal).size - 16), 16);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** What every journal begins with, and one that names another ends with. */
const journalMagic = Buffer.from('d9d505f920a163d7', 'hex');

/**
 * Makes a file whose writer died one file again; leaves it alone while its writer lives. Whether one on another machine
 * does cannot be told for sure: what it left stays as it is until somebody goes on with it.
 */
export function settle(file: string): void {
  if (writerElsewhere(file) !== null || !isWritable(file) || !isWritable(path.dirname(path.resolve(file)))) return;
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
