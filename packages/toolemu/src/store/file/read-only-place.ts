import {
  accessSync,
  closeSync,
  constants,
  copyFileSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** From where a file is read that nothing can be written beside. */
export interface ReadablePlace {
  readonly path: string;
  /** Whether SQLite is to take the file for one that nobody changes: it writes beside a file in WAL mode otherwise. */
  readonly isImmutable: boolean;
}

/** Whether a file or folder can be written: on a read-only mount nobody can. */
export function isWritable(file: string): boolean {
  try {
    accessSync(file, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * From where to read a file. SQLite takes up what a killed process left beside it (`-wal`, `-journal`), and cannot do so in a
 * read-only folder or to a read-only file: there a copy with all of it is read.
 */
export function readablePlace(file: string, canWrite: (file: string) => boolean = isWritable): ReadablePlace {
  if (hasForeignLog(file)) return { path: file, isImmutable: true };
  const folderIsWritable = canWrite(path.dirname(path.resolve(file)));
  if (folderIsWritable && canWrite(file)) return { path: file, isImmutable: false };
  const left = ['-wal', '-journal'].filter((ending) => (sizeOf(`${file}${ending}`) ?? 0) > 0);
  const needsCopy = folderIsWritable ? left.includes('-journal') : left.length > 0;
  if (needsCopy) return { path: settledCopy(file, left), isImmutable: false };
  return { path: file, isImmutable: !folderIsWritable && isInWalMode(file) };
}

/** Whether a log lies beside a file that has none, as of another file: SQLite would wait for ten seconds to read it. */
function hasForeignLog(file: string): boolean {
  const left = (ending: string): boolean => (sizeOf(`${file}${ending}`) ?? 0) > 0;
  return left('-wal') && !left('-journal') && !isInWalMode(file);
}

interface Copy {
  readonly of: string;
  readonly folder: string;
}

const copies = new Map<string, Copy>();
let isCleanedUp = false;

/** A copy as one file, made once for each state of the file, and removed when the process ends. */
function settledCopy(file: string, left: readonly string[]): string {
  const all = ['', ...left];
  const state = all.map((ending) => stateOf(`${file}${ending}`)).join(' ');
  const known = copies.get(file);
  if (known?.of === state) return path.join(known.folder, path.basename(file));
  if (!isCleanedUp) process.once('exit', () => [...copies.keys()].forEach(removeCopy));
  isCleanedUp = true;
  removeCopy(file);
  const folder = mkdtempSync(path.join(tmpdir(), 'toolemu-'));
  copies.set(file, { of: state, folder });
  const copy = path.join(folder, path.basename(file));
  for (const ending of all) copyFileSync(`${file}${ending}`, `${copy}${ending}`);
  using database = new DatabaseSync(copy, { defensive: true });
  database.exec('PRAGMA trusted_schema = OFF; PRAGMA journal_mode = DELETE');
  return copy;
}

function removeCopy(file: string): void {
  const known = copies.get(file);
  if (known !== undefined) rmSync(known.folder, { recursive: true, force: true });
  copies.delete(file);
}

function sizeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.size;
}

function stateOf(file: string): string {
  const { ino, size, mtimeMs } = statSync(file);
  return [ino, size, mtimeMs].join(' ');
}

/** The header of a file says how it is to be read. */
function isInWalMode(file: string): boolean {
  const header = bytesAt(file, 0, 20);
  return header[18] === 2 || header[19] === 2;
}

/** Bytes of a file from a place on, zeros where there are fewer. */
export function bytesAt(file: string, from: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  const opened = openSync(file, 'r');
  try {
    readSync(opened, bytes, 0, length, from);
  } finally {
    closeSync(opened);
  }
  return bytes;
}
