import { closeSync, copyFileSync, mkdtempSync, openSync, renameSync, rmSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { backup, type DatabaseSync } from 'node:sqlite';
import { copyInto, leaveWal, open, type Opened, tryWal } from './database.ts';
import { type Clock, copyEveryMs, takeLock } from './lock.ts';
import { migrate } from '../format/migrate.ts';
import { RunFileError } from '../run-file-error.ts';

const heartbeatMs = 5_000;

export interface WriterOptions {
  readonly clock?: Clock;
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
  const clock = options.clock ?? Date.now;
  const openWith = (at: string): DatabaseSync => {
    const opened = open(at);
    if (options.maxPages !== undefined) opened.exec(`PRAGMA max_page_count = ${options.maxPages}`);
    return opened;
  };
  let database = openWith(file);
  try {
    prepare?.(database);
    const token = takeLock(file, database, clock);
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
    return migrated(createWriter({ file, working, database, token, clock }));
  } catch (error) {
    if (database.isOpen) database.close();
    throw error;
  }
}

function migrated(opened: Opened): Opened {
  try {
    migrate(opened.database);
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
  // What fails here in the background fails the next write too, which says so.
  const beat = setInterval(() => {
    try {
      database.prepare('UPDATE lock SET heartbeat = ? WHERE token = ?').run(clock(), token);
    } catch {}
  }, heartbeatMs);
  beat.unref();
  // A copy of a large file may take longer than the time between two.
  let isCopying = false;
  const copyOnce = async (): Promise<void> => {
    if (isCopying) return;
    isCopying = true;
    await copyToPlace({ database, working, file, token }).catch(warn);
    isCopying = false;
  };
  const copy = elsewhere ? setInterval(() => void copyOnce(), copyEveryMs) : undefined;
  copy?.unref();
  return {
    database,
    close() {
      clearInterval(beat);
      clearInterval(copy);
      database.prepare('DELETE FROM lock WHERE token = ?').run(token);
      leaveWal(database);
      database.close();
      if (elsewhere) moveToPlace({ working, file, token });
    },
  };
}

interface Place {
  readonly working: string;
  readonly file: string;
  readonly token: string;
}

/** Puts the whole file in its own place. Where that fails it stays where it was written, and the error says where. */
function moveToPlace({ working, file, token }: Place): void {
  try {
    refuseForeign(file, token);
    copyFileSync(working, `${file}.part`);
    renameSync(`${file}.part`, file);
  } catch (error) {
    throw new RunFileError(
      `${file} could not be written (${(error as Error).message}): what was recorded is in ${working}, copy it from there`,
      { cause: error },
    );
  }
  rmSync(path.dirname(working), { recursive: true, force: true });
}

/** Throws where another process took the file over, as one on another machine may that heard nothing for a while. */
function refuseForeign(file: string, token: string): void {
  using place = open(file, { readOnly: true });
  const held = place.prepare('SELECT token FROM lock').get();
  if (held?.token !== token) throw new RunFileError('another process took it over meanwhile');
}

/** Puts what is written so far in the file's own place, whole at every moment. */
async function copyToPlace({ database, working, file, token }: Place & { database: DatabaseSync }): Promise<void> {
  const copy = `${working}.copy`;
  await backup(database, copy);
  const copied = open(copy);
  leaveWal(copied);
  copied.close();
  await copyFile(copy, `${file}.copy`);
  // Closed in the meantime, the file in its place is newer than this copy.
  if (!database.isOpen) {
    rmSync(`${file}.copy`);
    return;
  }
  refuseForeign(file, token);
  renameSync(`${file}.copy`, file);
}
