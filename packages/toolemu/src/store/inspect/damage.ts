import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { labelOf, labelsSql } from '../episodes/labels.ts';
import { digestOf, unpacked } from '../packed.ts';
import { tablesOf } from '../format/tables.ts';
import { jsonIn, text, storedJson } from '../values.ts';

type Row = Record<string, SQLOutputValue>;

const mostToldOfAKind = 5;

/** What is wrong with the pages and references of a file of any format, a sentence each. */
export function damagedPages(database: DatabaseSync): string[] {
  return told((tell) => {
    const names = new Map(
      database
        .prepare('SELECT name, rootpage FROM sqlite_schema')
        .all()
        .map(({ name, rootpage }) => [String(rootpage), String(name)]),
    );
    for (const { integrity_check: found } of database.prepare('PRAGMA integrity_check').iterate()) {
      // One text may tell of several places, a line each, below a heading.
      for (const line of String(found).split('\n')) {
        if (line === 'ok' || line.startsWith('***')) continue;
        tell(`pages: ${line.replaceAll(/Tree (\d+)/g, (all, root: string) => names.get(root) ?? all)}`);
      }
    }
    for (const { table, parent } of database.prepare('PRAGMA foreign_key_check').iterate()) {
      tell(`${String(table)}: one belongs to a row of ${String(parent)} that is not there`);
    }
  }, 'pages');
}

/** What cannot be read of a file of the present format, a sentence each. */
export function damagedContent(database: DatabaseSync): string[] {
  const parts = new Set<SQLOutputValue>();
  return [
    ...checkRows(database, 'messages', 'SELECT id, hash, value FROM parts', ({ id, hash, value }) => {
      parts.add(id ?? null);
      const json = unpacked(value);
      if (!(hash instanceof Uint8Array) || !digestOf(json).every((byte, at) => byte === hash[at])) {
        throw new SyntaxError('its content is another than when it was recorded');
      }
      storedJson(json);
    }),
    ...checkRows(database, 'calls', 'SELECT episode, messages, said, reply FROM calls', ({ messages, said, reply }) => {
      const ids = jsonIn(messages) as number[];
      if (!ids.every((id) => parts.has(id))) throw new SyntaxError('a message of it is not there');
      storedJson(unpacked(said));
      jsonIn(reply);
    }),
    ...checkRows(database, 'steps', `SELECT id AS episode, step, value ${ofEpisode('steps')}`, ({ value }) => {
      storedJson(unpacked(value));
    }),
    ...checkRows(
      database,
      'evaluations',
      `SELECT episodes.id AS episode, value, grade ${ofEpisode('evaluations')}`,
      (row) => {
        const { result } = jsonIn(row.grade) as { result: unknown };
        if (result === null) throw new SyntaxError('it has no result');
        jsonIn(row.value);
      },
    ),
    ...checkRows(database, 'episodes', 'SELECT id AS episode, outcome, source, verdict FROM episodes', (row) => {
      for (const value of [row.outcome, row.source, row.verdict]) if (value !== null) jsonIn(value);
    }),
    ...(tablesOf(database).has('labels') ? checkRows(database, 'labels', labelsSql, labelOf) : []),
  ];
}

function ofEpisode(table: string): string {
  return `FROM ${table} JOIN episodes ON number = ${table}.episode`;
}

function checkRows(database: DatabaseSync, kind: string, sql: string, check: (row: Row) => void): string[] {
  return told((tell) => {
    for (const row of database.prepare(sql).iterate()) {
      try {
        check(row);
      } catch (error) {
        tell(`${kind}: ${placeOf(row)} cannot be read: ${(error as Error).message}`);
      }
    }
  }, kind);
}

function placeOf({ episode, step, id }: Row): string {
  if (episode === undefined) return `number ${String(id)}`;
  return `${step === undefined ? 'one' : `step ${String(step)}`} of episode ${text(episode)}`;
}

/** The first of what is told, and how many more there are. What breaks off the telling is told too. */
function told(work: (tell: (what: string) => void) => void, kind: string): string[] {
  const all: string[] = [];
  let count = 0;
  try {
    work((what) => {
      count += 1;
      if (count <= mostToldOfAKind) all.push(what);
    });
  } catch (error) {
    all.push(`${kind}: cannot be read to the end: ${(error as Error).message}`);
  }
  return count > mostToldOfAKind ? [...all, `${kind}: and ${count - mostToldOfAKind} more`] : all;
}
