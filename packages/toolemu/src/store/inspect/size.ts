import type { DatabaseSync } from 'node:sqlite';
import { tablesOf } from '../format/tables.ts';
import { text } from '../values.ts';

/** How much a file holds, and where its bytes are. */
export interface FileSize {
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

/** Measures a file of any format. */
export function sizeOf(database: DatabaseSync): FileSize {
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
