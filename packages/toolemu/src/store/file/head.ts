import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { expandDefinitions, type Manifest, manifestSchema } from '../../contract/index.ts';
import { open, undoBrokenOff } from './database.ts';
import { versionOf } from '../format/migrate.ts';
import { storedJson } from '../values.ts';
import { damaged, RunFileError } from '../run-file-error.ts';
import { formatVersion } from '../format/schema.sql.ts';

export interface Head {
  /** Null in a file of an older format: there it is read when the file is migrated. */
  readonly manifest: Manifest | null;
  readonly version: number;
  readonly bytes: number;
  readonly inWal: boolean;
}

/** Refuses what is no run file, or one that this program cannot read. Changes nothing but to undo what was broken off. */
export function checkHead(file: string): Head {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) throw new RunFileError(`${file}: there is no such run file`);
  if (!found.isFile()) throw new RunFileError(`${file} is not a run file of toolemu`);
  undoBrokenOff(file);
  const database = open(file, { readOnly: true });
  try {
    const version = versionOf(database);
    if (version === 0) throw new RunFileError(`${file} is not a run file of toolemu`);
    refuseProgram(database, file);
    if (version > formatVersion) {
      throw new RunFileError(
        `${file} has format ${version}, and this toolemu reads formats up to ${formatVersion}: use the version that wrote it`,
      );
    }
    const inWal = database.prepare('PRAGMA journal_mode').get()?.journal_mode === 'wal';
    if (!inWal) checkLength(database, file);
    return {
      manifest: version === formatVersion ? manifestIn(database, file) : null,
      version,
      bytes: found.size,
      inWal,
    };
  } finally {
    database.close();
  }
}

/** Views and triggers are programs, and no run file has any. */
function refuseProgram(database: DatabaseSync, file: string): void {
  const found = database.prepare("SELECT name FROM sqlite_schema WHERE type IN ('view', 'trigger') LIMIT 1").get();
  if (found !== undefined) throw new RunFileError(`${file} is not a run file of toolemu: it holds a view or a trigger`);
}

/** SQLite takes what is missing of the last page for zeros. */
function checkLength(database: DatabaseSync, file: string): void {
  const pages = Number(database.prepare('PRAGMA page_count').get()?.page_count);
  const expected = pages * Number(database.prepare('PRAGMA page_size').get()?.page_size);
  const { size } = statSync(file);
  if (size < expected) throw damaged(file, `it is cut off after ${size} of ${expected} bytes`);
}

/** Refuses a file whose pages are not whole, before anything is written to it. */
export function checkPages(file: string): void {
  const database = open(file, { readOnly: true });
  try {
    const found = database.prepare('PRAGMA quick_check(1)').get()?.quick_check;
    if (found !== 'ok') throw damaged(file, String(found).replaceAll(/\s+/g, ' '));
  } finally {
    database.close();
  }
}

function headJson(database: DatabaseSync, file: string): unknown {
  try {
    return storedJson(String(database.prepare('SELECT manifest FROM head').get()?.manifest));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw damaged(file, `its head: ${error.message}`);
  }
}

/** The manifest of a file of the present format. */
export function manifestIn(database: DatabaseSync, file: string): Manifest {
  const manifest = manifestSchema.safeParse(headJson(database, file));
  if (manifest.success) return { ...manifest.data, toolkits: manifest.data.toolkits.map(expandDefinitions) };
  const [issue] = manifest.error.issues;
  const place = issue === undefined || issue.path.length === 0 ? '' : `${issue.path.join('.')}: `;
  throw damaged(file, `its head: ${place}${issue?.message}`);
}
