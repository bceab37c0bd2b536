import { randomUUID } from 'node:crypto';
import { closeSync, constants, copyFileSync, mkdtempSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { backup, type DatabaseSync } from 'node:sqlite';
import { emptyFile } from './head.ts';
import { copyInto, leaveWal, open, type Opened, tryWal } from './database.ts';
import {
  beat,
  type Clock,
  copyEveryMs,
  heartbeatMs,
  type HeldLock,
  heldLock,
  releaseLock,
  takeLock,
  takenOver,
} from './lock.ts';
import { migrate } from '../format/migrate.ts';
import { codeOf, deletedWhileWritten, RunFileError, RunFileLostError } from '../run-file-error.ts';
import { timeOf, watchWriter } from './watch-writer.ts';

export interface WriterOptions {
  /** The time in milliseconds since 1970; the machine's by default. */
  readonly clock?: Clock;
  /** Waits so many milliseconds while a silent writer is watched; blocks the thread by default. */
  readonly wait?: (ms: number) => void;
  /** Where the file is written if its own folder cannot hold a WAL; the machine's temporary folder by default. */
  readonly temporaryFolder?: string;
  /** Pages of 4 KiB the file may have; SQLite's own limit by default. */
  readonly maxPages?: number;
  /** Says that the folder cannot hold a WAL, rather than trying. */
  readonly withoutWal?: boolean;
}

/** Makes an empty file where there is nothing yet, so that of two processes one gets the path. */
export function reserve(file: string): void {
  try {
    closeSync(openSync(file, 'wx'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (statSync(file, { throwIfNoEntry: false })?.size === 0) throw emptyFile(file);
    throw new RunFileError(`${file} exists already: choose another \`out\`, or resume it`);
  }
}

/**
 * Opens a file and locks it, the file in its own place whatever happens next: there another machine looks for the lock.
 * Where the folder cannot hold a WAL, what is written goes to a working copy in the temporary folder. Closing it leaves
 * one file, free for the next writer.
 */
export function openForWriting(
  file: string,
  options: WriterOptions,
  prepare?: (database: DatabaseSync) => void,
): Opened {
  const { clock, wait } = timeOf(options);
  const openWith = (at: string): DatabaseSync => {
    const opened = open(at);
    if (options.maxPages !== undefined) opened.exec(`PRAGMA max_page_count = ${options.maxPages}`);
    return opened;
  };
  const watched = prepare === undefined ? watchWriter(file, { clock, wait }) : null;
  let database = openWith(file);
  try {
    prepare?.(database);
    const token = takeLock(file, database, clock, watched);
    let working = file;
    if (options.withoutWal === true || !tryWal(database)) {
      const folder = mkdtempSync(path.join(options.temporaryFolder ?? tmpdir(), 'toolemu-'));
      working = path.join(folder, path.basename(file));
      copyInto(database, working);
      database.close();
      database = openWith(working);
      tryWal(database);
    }
    database.exec('PRAGMA synchronous = NORMAL');
    return migrated(createWriter({ file, working, database, token, clock }), () => beat(database, token, clock));
  } catch (error) {
    if (database.isOpen) database.close();
    throw error;
  }
}

function migrated(opened: Opened, sayAlive: () => void): Opened {
  try {
    migrate(opened.database);
    sayAlive();
    return opened;
  } catch (error) {
    opened.close();
    throw error;
  }
}

function createWriter({
  file,
  working,
  database,
  token,
  clock,
}: {
  file: string;
  working: string;
  database: DatabaseSync;
  token: string;
  clock: Clock;
}): Opened {
  const elsewhere = working !== file;
  const warn = (error: unknown): void => {
    process.emitWarning(`${file} could not be brought up to date (${(error as Error).message}): ${working} is`);
  };
  let loss: RunFileLostError | undefined;
  const lose = (error: unknown): boolean => {
    if (error instanceof RunFileLostError) loss = error;
    return error instanceof RunFileLostError;
  };
  // What fails here in the background fails the next write too, which says so.
  const heart = setInterval(() => {
    try {
      beat(database, token, clock);
      // What is written goes elsewhere: whether the file is still this process's own is seen in its place.
      if (elsewhere) refuseForeign(file, token);
    } catch (error) {
      lose(error);
    }
  }, heartbeatMs);
  heart.unref();
  // A copy of a large file may take longer than the time between two.
  let source: DatabaseSync | undefined;
  const copyOnce = async (): Promise<void> => {
    if (source !== undefined) return;
    try {
      source = snapshotOf(working);
      await copyToPlace({ database, source, working, file, token });
    } catch (error) {
      if (!lose(error) && database.isOpen) warn(error);
    }
    if (source?.isOpen === true) source.close();
    source = undefined;
  };
  const copy = elsewhere ? setInterval(() => void copyOnce(), copyEveryMs) : undefined;
  copy?.unref();
  const requireOwn = createFence(file, database, token);
  const fence = elsewhere
    ? (): void => {
        if (loss !== undefined) throw loss;
      }
    : requireOwn;
  return {
    database,
    fence,
    isOwn: () => isOwn(elsewhere ? () => refuseForeign(file, token) : requireOwn),
    close() {
      clearInterval(heart);
      clearInterval(copy);
      if (source?.isOpen === true) source.close();
      if (elsewhere || isOwn(fence)) {
        releaseLock(database, token);
        leaveWal(database);
      }
      database.close();
      if (elsewhere) moveToPlace({ working, file, token });
    },
  };
}

/** What throws once a file is not its writer's any more: another process took it over, or it is not in its place. */
function createFence(file: string, database: DatabaseSync, token: string): () => void {
  const holder = database.prepare('SELECT token FROM lock WHERE id = 1');
  const place = placeOf(file);
  return () => {
    if (holder.get()?.token !== token) throw takenOver(file, heldLock(database));
    const now = placeOf(file);
    if (now === null) throw deletedWhileWritten(file);
    if (now !== place) throw replacedWhileWritten(file);
  };
}

function isOwn(fence: () => void): boolean {
  try {
    fence();
    return true;
  } catch (error) {
    if (error instanceof RunFileLostError) return false;
    throw error;
  }
}

/** What tells a file from every other that may come to be at its path; null where there is none. */
function placeOf(file: string): string | null {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? null : `${found.dev} ${found.ino}`;
}

function replacedWhileWritten(file: string, cause?: unknown): RunFileLostError {
  return new RunFileLostError(
    'replaced',
    `${file} was replaced by another file while it was written: nothing more is recorded, and the other file is left as it is. Resume that one, or start a new run`,
    { cause },
  );
}

/** SQLITE_NOTADB and SQLITE_ERROR. */
const [notDatabase, noSuchTable] = [26, 1];

interface Place {
  readonly working: string;
  readonly file: string;
  readonly token: string;
}

/** Puts the whole file in its own place. Where that fails it stays where it was written, and the error says where. */
function moveToPlace({ working, file, token }: Place): void {
  try {
    refuseForeign(file, token);
    const part = besideOf(file, 'part');
    copyFileSync(working, part, constants.COPYFILE_EXCL);
    renameSync(part, file);
  } catch (error) {
    const message = `${file} could not be written (${(error as Error).message}): what was recorded is in ${working}, copy it from there`;
    if (error instanceof RunFileLostError) throw new RunFileLostError(error.reason, message, { cause: error });
    throw new RunFileError(message, { cause: error });
  }
  rmSync(path.dirname(working), { recursive: true, force: true });
}

/** Throws where another process took the file over, as one on another machine may that heard nothing for a while. */
function refuseForeign(file: string, token: string): void {
  if (placeOf(file) === null) throw deletedWhileWritten(file);
  const held = lockAt(file);
  if (held?.token !== token) throw takenOver(file, held);
}

function lockAt(file: string): HeldLock | null {
  try {
    using place = open(file, { readOnly: true });
    return heldLock(place);
  } catch (error) {
    const code = codeOf(error);
    if (code === notDatabase || code === noSuchTable) throw replacedWhileWritten(file, error);
    throw error;
  }
}

/** A connection of its own, which reads a file as it is now: SQLite copies nothing over one that is amid a transaction. */
function snapshotOf(file: string): DatabaseSync {
  const database = open(file, { readOnly: true });
  database.exec('BEGIN');
  database.prepare('SELECT count(*) FROM head').get();
  return database;
}

/** Puts what is written so far in the file's own place, whole at every moment. */
async function copyToPlace({
  database,
  source,
  working,
  file,
  token,
}: Place & { readonly database: DatabaseSync; readonly source: DatabaseSync }): Promise<void> {
  const copy = `${working}.copy`;
  await backup(source, copy);
  const copied = open(copy);
  leaveWal(copied);
  copied.close();
  const beside = besideOf(file, 'copy');
  await copyFile(copy, beside, constants.COPYFILE_EXCL);
  // Closed in the meantime, the file in its place is newer than this copy.
  if (!database.isOpen) {
    rmSync(beside);
    return;
  }
  refuseForeign(file, token);
  renameSync(beside, file);
}

/** A name beside a file that nobody can have put a link under. */
function besideOf(file: string, ending: string): string {
  return `${file}.${randomUUID()}.${ending}`;
}
