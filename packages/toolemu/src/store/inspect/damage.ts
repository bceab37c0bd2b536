import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { type Manifest, parseJson } from '../../contract/index.ts';
import { labelOf, tagOf } from '../episodes/labels.ts';
import { createFileAllowance, requireDigest, unpacked } from '../packed.ts';
import { type CheckedTable, checkedColumns, requireChecksum } from '../row-checksums.ts';
import { tablesOf } from '../format/tables.ts';
import { jsonIn, storedJson, text } from '../values.ts';

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

/** What cannot be read of a file of the current format, or is not as it was written, a sentence each. */
export function damagedContent(database: DatabaseSync): string[] {
  const parts = new Set<SQLOutputValue>();
  const tables = tablesOf(database);
  const allowance = createFileAllowance();
  return [
    ...checkRows(database, 'messages', 'SELECT id AS number, hash, value FROM parts', ({ number, hash, value }) => {
      parts.add(number ?? null);
      const json = unpacked(value, allowance);
      requireDigest(json, hash);
      storedJson(json);
    }),
    ...checkTable(database, 'calls', ({ messages, said, reply }) => {
      const ids = jsonIn(messages) as number[];
      if (!ids.every((id) => parts.has(id))) throw new SyntaxError('a message of it is not there');
      storedJson(unpacked(said, allowance));
      jsonIn(reply);
    }),
    ...checkTable(database, 'steps', ({ value }) => {
      storedJson(unpacked(value, allowance));
    }),
    ...checkTable(database, 'evaluations', (row) => {
      const { result } = jsonIn(row.grade) as { result: unknown };
      if (result === null) throw new SyntaxError('it has no result');
      jsonIn(row.value);
    }),
    ...checkTable(database, 'episodes', (row) => {
      for (const value of [row.outcome, row.source, row.verdict]) if (value !== null) jsonIn(value);
    }),
    ...(tables.has('labels') ? checkTable(database, 'labels', labelOf) : []),
    ...(tables.has('tags') ? checkTable(database, 'tags', tagOf) : []),
    ...unfoundedResults(database),
  ];
}

/** How rows are of an episode. */
const ofNumber = (table: CheckedTable) => ({
  id: 'episodes.id',
  join: `JOIN episodes ON episodes.number = ${table}.episode`,
});

const episodesOf = {
  calls: { id: 'calls.episode', join: '' },
  episodes: { id: 'episodes.id', join: '' },
  steps: ofNumber('steps'),
  evaluations: ofNumber('evaluations'),
  labels: ofNumber('labels'),
  tags: { id: 'NULL', join: '' },
} as const satisfies Partial<Record<CheckedTable, { id: string; join: string }>>;

/** Reads the rows of a table, with the ids of the episodes that they are of, and compares them with their checksums. */
function checkTable(database: DatabaseSync, table: keyof typeof episodesOf, check: (row: Row) => void): string[] {
  const { id, join } = episodesOf[table];
  const grade = table === 'evaluations' ? ', grade' : '';
  const sql = `SELECT ${id} AS id, ${checkedColumns(table)} ${grade} FROM ${table} ${join}`;
  return checkRows(database, table, sql, (row) => {
    check(row);
    requireChecksum(table, row, 'it');
  });
}

/**
 * Results that rest on no recorded call: a judge's result on an episode for which no call of that judge is recorded, and
 * steps of a model's agent for which no call of the agent is. An imported run has no calls, and the first steps of a fork
 * rest on those of another run.
 */
function unfoundedResults(database: DatabaseSync): string[] {
  const manifest = parseJson(String(database.prepare('SELECT manifest FROM head').get()?.manifest)) as
    | Partial<Pick<Manifest, 'source' | 'fork' | 'config'>>
    | null
    | undefined;
  if (manifest === null || manifest === undefined || manifest.source !== undefined) return [];
  const played = manifest.config?.agents?.flatMap(({ name, model }) => (model === null ? [] : [name])) ?? [];
  const judged = told((tell) => {
    for (const { id, evaluator } of database.prepare(unfoundedJudgementsSql).iterate()) {
      tell(`evaluations: no call is recorded that the result of ${text(evaluator)} on episode ${text(id)} rests on`);
    }
  }, 'evaluations');
  if (manifest.fork !== undefined) return judged;
  const steps = told((tell) => {
    for (const { id } of database.prepare(unfoundedStepsSql).iterate(JSON.stringify(played))) {
      tell(`steps: no call of the agent is recorded that the steps of episode ${text(id)} rest on`);
    }
  }, 'steps');
  return [...judged, ...steps];
}

const unfoundedJudgementsSql = `SELECT id, evaluator FROM (
    SELECT episodes.id AS id, evaluator, iif(json_valid(value), value, '{}') AS value
    FROM evaluations JOIN episodes ON number = evaluations.episode WHERE current = 1
  ) AS judged WHERE value ->> '$.model' IS NOT NULL AND value ->> '$.result.kind' <> 'unscored'
    AND NOT EXISTS (SELECT 1 FROM calls WHERE calls.episode = judged.id AND role = judged.evaluator)`;

const unfoundedStepsSql = `SELECT id FROM episodes WHERE agent IN (SELECT value FROM json_each(?))
  AND EXISTS (SELECT 1 FROM steps WHERE steps.episode = number)
  AND NOT EXISTS (SELECT 1 FROM calls WHERE calls.episode = episodes.id AND role = 'agent')`;

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

function placeOf({ id, step, number, tag }: Row): string {
  if (tag !== undefined) return 'one';
  if (id === undefined) return `number ${String(number)}`;
  return `${step === undefined ? 'one' : `step ${String(step)}`} of episode ${text(id)}`;
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
