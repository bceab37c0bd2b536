import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { expandDefinitions, type Manifest, manifestSchema } from '../../contract/index.ts';
import { withoutCredentials } from '../../platform/index.ts';
import { open, undoBrokenOff } from './database.ts';
import { versionOf } from '../format/migrate.ts';
import { damaged, guarded, RunFileError } from '../run-file-error.ts';
import { requireSchema } from '../format/schema.ts';
import { storedJson } from '../values.ts';
import { formatVersion } from '../format/schema.sql.ts';
import { checkedColumns, requireChecksum } from '../row-checksums.ts';

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
  if (statSync(file).size === 0) throw emptyFile(file);
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
    requireSchema(database, version, file);
    const inWal = database.prepare('PRAGMA journal_mode').get()?.journal_mode === 'wal';
    const cut = inWal ? null : cutOff(database, file);
    // What was opened may have been replaced since by a shorter copy, as its writer does where there is no WAL.
    if (cut !== null && statSync(file).ino !== found.ino) return checkHead(file);
    if (cut !== null) throw damaged(file, cut);
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

/** A file of no bytes is what a process leaves that was killed as it created it. */
export function emptyFile(file: string): RunFileError {
  return new RunFileError(
    `${file} is not a run file of toolemu: it is empty. If a run was to be written there, it stopped before it began: delete the file, and start the run again`,
  );
}

/** Views and triggers are programs, and no run file has any. */
function refuseProgram(database: DatabaseSync, file: string): void {
  const found = database.prepare("SELECT name FROM sqlite_schema WHERE type IN ('view', 'trigger') LIMIT 1").get();
  if (found !== undefined) throw new RunFileError(`${file} is not a run file of toolemu: it holds a view or a trigger`);
}

/** What a file lacks at its end, in words; null where it is whole. SQLite takes what is missing of the last page for zeros. */
function cutOff(database: DatabaseSync, file: string): string | null {
  const pages = Number(database.prepare('PRAGMA page_count').get()?.page_count);
  const expected = pages * Number(database.prepare('PRAGMA page_size').get()?.page_size);
  const { size } = statSync(database.location() ?? file);
  return size < expected ? `it is cut off after ${size} of ${expected} bytes` : null;
}

/** Refuses a file whose pages are not whole, or whose indexes differ from the rows they are of. */
export function checkPages(file: string): void {
  const database = open(file, { readOnly: true });
  try {
    checkTable(database, file, '1');
  } finally {
    database.close();
  }
}

/** The same for one table and its indexes; for all of them where a number is given: that of the problems to look for. */
export function checkTable(database: DatabaseSync, file: string, table: string): void {
  const found = database.prepare(`PRAGMA integrity_check(${table})`).get()?.integrity_check;
  if (found !== 'ok') throw damaged(file, String(found).replaceAll(/\s+/g, ' '));
}

function headJson(json: string, file: string): unknown {
  try {
    return storedJson(json);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw damaged(file, `its head: ${error.message}`);
  }
}

/** The manifest of a file of the current format. */
export function manifestIn(database: DatabaseSync, file: string): Manifest {
  const row = database.prepare(`SELECT ${checkedColumns('head')} FROM head`).get();
  if (row === undefined) {
    throw new RunFileError(
      `${file} is damaged: its head: there is none, so its run stopped before it began. Delete the file, and start the run again`,
    );
  }
  const manifest = manifestSchema.safeParse(headJson(String(row.manifest), file));
  if (manifest.success) {
    guarded(file, () => requireChecksum('head', row, 'its head'));
    const { config, toolkits } = manifest.data;
    return { ...manifest.data, config: shownConfig(config), toolkits: toolkits.map(expandDefinitions) };
  }
  const [issue] = manifest.error.issues;
  const place = issue === undefined || issue.path.length === 0 ? '' : `${issue.path.join('.')}: `;
  throw damaged(file, `its head: ${place}${issue?.message}`);
}

/** A configuration without the credentials that addresses of models may contain. Such an address cannot be called. */
function shownConfig<T>(config: T): T {
  return JSON.parse(JSON.stringify(config), (name, value: unknown) =>
    name === 'baseUrl' && typeof value === 'string' ? withoutCredentials(value) : value,
  ) as T;
}
