import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import type { Connection, Row } from './file/connection.ts';
import { tablesOf } from './format/tables.ts';

/**
 * The columns that the checksum of a row covers, by table. Parts have their hash instead. Numbers of rows are not covered:
 * each stands in an index too, and SQLite compares the two.
 */
const covered = {
  head: ['manifest'],
  episodes: ['id', 'case_id', 'agent', 'epoch', 'outcome', 'source', 'verdict'],
  steps: ['episode', 'step', 'value', 'call'],
  evaluations: ['episode', 'evaluator', 'value', 'current', 'created_at', 'call'],
  calls: [
    'key',
    'episode',
    'role',
    'model',
    'epoch',
    'ordinal',
    'messages',
    'tools',
    'schema',
    'parameters',
    'said',
    'reply',
    'milliseconds',
    'reused',
    'created_at',
  ],
  labels: ['episode', 'annotator', 'value'],
  tags: ['tag'],
} as const;

/** The format from which on each row has a checksum. */
export const firstWithChecksums = 4;

export type CheckedTable = keyof typeof covered;

type Values<T extends CheckedTable> = Readonly<Partial<Record<(typeof covered)[T][number], SQLInputValue | undefined>>>;

/** What to select of a table so that {@link requireChecksum} can tell whether a row is as it was written. */
export function checkedColumns(table: CheckedTable): string {
  return [...covered[table], 'checksum'].map((column) => `${table}.${column}`).join(', ');
}

/** Adds a row with its checksum. Columns without a value are null. */
export function insertRow<T extends CheckedTable>(connection: Connection, table: T, row: Values<T>): number {
  const values = valuesOf(table, row);
  return connection.run(insertSql[table], ...values, checksumOf(table, values));
}

/** Changes columns of rows, and with them their checksums. */
export function updateRows<T extends CheckedTable>(
  connection: Pick<Connection, 'run'>,
  table: T,
  changes: Values<T>,
  where: string,
  ...values: SQLInputValue[]
): void {
  const changed = Object.entries(changes) as [string, SQLInputValue][];
  const names = changed.map(([column]) => column);
  const args = covered[table].map((column) => (names.includes(column) ? `?${names.indexOf(column) + 1}` : column));
  connection.run(
    `UPDATE ${table} SET ${names.map((column, at) => `${column} = ?${at + 1}, `).join('')}
       checksum = row_checksum('${table}', ${args.join(', ')}) WHERE ${where}`,
    ...changed.map(([, value]) => value),
    ...values,
  );
}

/** Gives a database the function that {@link updateRows} computes checksums with. */
export function addChecksumFunction(database: DatabaseSync): void {
  database.function('row_checksum', { varargs: true, deterministic: true, directOnly: true }, (table, ...values) =>
    checksumOf(String(table), values),
  );
}

/** Gives each row of tables that has none the checksum of what it holds now. */
export function addChecksums(
  database: DatabaseSync,
  tables: readonly CheckedTable[] = Object.keys(covered) as CheckedTable[],
): void {
  addChecksumFunction(database);
  const present = tablesOf(database);
  for (const table of tables) {
    if (!present.has(table)) continue;
    database.exec(
      `UPDATE ${table} SET checksum = row_checksum('${table}', ${covered[table].join(', ')}) WHERE checksum = 0`,
    );
  }
}

/** Refuses a row that is not as it was written. `row` has the {@link checkedColumns}. Throws SyntaxError. */
export function requireChecksum(table: CheckedTable, row: Row, what: string): void {
  if (row.checksum !== checksumOf(table, valuesOf(table, row))) {
    throw new SyntaxError(`${what} is not as it was written: its checksum differs`);
  }
}

function valuesOf(table: CheckedTable, row: Readonly<Record<string, SQLInputValue | undefined>>): SQLInputValue[] {
  return covered[table].map((column) => row[column] ?? null);
}

/** A CRC-32: of a few bits that flip it misses none, and it costs next to nothing. */
function checksumOf(table: string, values: readonly (SQLInputValue | SQLOutputValue)[]): number {
  let texts = table;
  let sum = 0;
  for (const value of values) {
    if (ArrayBuffer.isView(value)) sum = crc32(new Uint8Array(value.buffer, value.byteOffset, value.byteLength), sum);
    else texts += value === null ? '\u001e' : `\u001f${value}`;
  }
  return crc32(texts, sum);
}

const insertSql = Object.fromEntries(
  Object.entries(covered).map(([table, columns]) => [
    table,
    `INSERT INTO ${table} (${columns.join(', ')}, checksum) VALUES (${columns.map(() => '?').join(', ')}, ?)`,
  ]),
) as Record<CheckedTable, string>;
