import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { Manifest } from '../../contract/index.ts';
import { damagedContent, damagedPages } from './damage.ts';
import { open } from '../file/database.ts';
import { checkHead, manifestIn } from '../file/head.ts';
import { lockOf, type WriterLock } from '../file/lock.ts';
import { openPrivateCopy } from '../file/private-copy.ts';
import { guarded, RunFileError } from '../run-file-error.ts';
import { tablesOf } from '../format/tables.ts';
import { text } from '../values.ts';

/** How much a file holds, and where its bytes are. */
interface FileSize {
  readonly bytes: number;
  /** Bytes by kind, the most first. */
  readonly parts: Readonly<Record<string, number>>;
  readonly counts: Readonly<Record<string, number>>;
}

/** What the tables are called outside of the store. */
const kinds = {
  head: 'manifest',
  parts: 'messages',
  calls: 'calls',
  steps: 'steps',
  episodes: 'episodes',
  evaluations: 'evaluations',
  labels: 'labels',
  tags: 'tags',
} as const;

/** What a run file is made of, and whether it is whole. */
export interface Inspection {
  readonly format: number;
  /** Null where damage keeps a file of an older format from being read. */
  readonly manifest: Manifest | null;
  readonly size: FileSize | null;
  /** Who writes it; one that is not alive left its lock behind. */
  readonly writer: WriterLock | null;
  /** Bytes of the log beside the file (`-wal`): what was written and is not yet in the file itself. */
  readonly walBytes: number;
  /** What is damaged, a sentence each; nothing where the file is whole. */
  readonly damage: readonly string[];
}

/** The format a run file is in, without a look at its content. Throws as {@link inspectRunFile} does. */
export function formatOf(file: string): number {
  return guarded(file, () => checkHead(file).version);
}

/** Looks at a run file, also at one that is being written, and changes nothing. Throws where it cannot be opened at all. */
export function inspectRunFile(file: string): Inspection {
  return guarded(file, () => {
    const { manifest, version } = checkHead(file);
    const walBytes = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
    const database = open(file, { readOnly: true });
    try {
      const pages = damagedPages(database);
      const about = { format: version, writer: lockOf(database, Date.now), walBytes };
      const size = pages.length > 0 ? null : sizeOf(database);
      if (manifest !== null) return { ...about, manifest, size, damage: [...pages, ...damagedContent(database)] };
      return { ...about, size, ...inspectOlder(file, pages) };
    } finally {
      database.close();
    }
  });
}

/** The content of a file of an older format is looked at in a migrated copy. */
function inspectOlder(file: string, pages: readonly string[]): Pick<Inspection, 'manifest' | 'damage'> {
  try {
    const { database, close } = guarded(file, () => openPrivateCopy(file));
    try {
      return { manifest: manifestIn(database, file), damage: [...pages, ...damagedContent(database)] };
    } finally {
      close();
    }
  } catch (error) {
    if (!(error instanceof RunFileError)) throw error;
    return { manifest: null, damage: [...pages, error.message] };
  }
}

/** Measures a file of any format. */
function sizeOf(database: DatabaseSync): FileSize {
  const sums = new Map<string, number>();
  const add = (kind: string, bytes: number): void => void sums.set(kind, (sums.get(kind) ?? 0) + bytes);
  const tables = tablesOf(database);
  const found = database.prepare(
    `SELECT dbstat.name, type, sum(pgsize) AS bytes FROM dbstat LEFT JOIN sqlite_schema ON sqlite_schema.name = dbstat.name
     GROUP BY dbstat.name`,
  );
  for (const { name, type, bytes } of found.all()) {
    add(type === 'index' ? 'indexes' : (kindOf(text(name)) ?? 'other'), Number(bytes));
  }
  add('free pages', pragma(database, 'freelist_count') * pragma(database, 'page_size'));
  return {
    bytes: pragma(database, 'page_count') * pragma(database, 'page_size'),
    parts: Object.fromEntries([...sums].toSorted(([, a], [, b]) => b - a)),
    counts: Object.fromEntries(
      Object.entries(kinds)
        .filter(([table]) => table !== 'head' && tables.has(table))
        .map(([table, kind]) => [kind, Number(database.prepare(`SELECT count(*) AS rows FROM ${table}`).get()?.rows)]),
    ),
  };
}

function kindOf(table: string): string | undefined {
  return Object.entries(kinds).find(([name]) => name === table)?.[1];
}

function pragma(database: DatabaseSync, name: string): number {
  return Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
}
