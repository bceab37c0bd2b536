import { DatabaseSync } from 'node:sqlite';
import { labelTablesOf } from '../episodes/labels.ts';
import { RunFileError } from '../run-file-error.ts';
import { tables as tablesOf1 } from './format-1.sql.ts';
import { tables as tablesOf2 } from './format-2.sql.ts';
import { tables as tablesOf3 } from './format-3.sql.ts';
import { tables as tablesOf4 } from './format-4.sql.ts';

const tablesOfFormat = [tablesOf1, tablesOf2, tablesOf3, tablesOf4];

/** The statements that make a schema, by the kind and name of what they make. */
type Schema = ReadonlyMap<string, string>;

const known = new Map<number, { readonly required: Schema; readonly allowed: Schema }>();

/**
 * Refuses a database whose schema is not that of a format to the letter: no table, index, view, trigger or column that this
 * program did not make, and none that is missing.
 */
export function requireSchema(database: DatabaseSync, version: number, file: string): void {
  const { required, allowed } = knownSchema(version);
  const found = schemaOf(database);
  const refuse = (what: string): never => {
    throw new RunFileError(
      `${file} is not a run file of toolemu: ${what}. Use a file that toolemu wrote, or the version that wrote it`,
    );
  };
  for (const [name, sql] of found) {
    if (!allowed.has(name)) refuse(`it holds the ${name}, which format ${version} does not have`);
    if (allowed.get(name) !== sql) refuse(`its ${name} is not that of format ${version}`);
  }
  for (const name of required.keys()) if (!found.has(name)) refuse(`it lacks the ${name} of format ${version}`);
}

function knownSchema(version: number): { readonly required: Schema; readonly allowed: Schema } {
  const made = known.get(version) ?? makeSchema(version);
  known.set(version, made);
  return made;
}

function makeSchema(version: number): { readonly required: Schema; readonly allowed: Schema } {
  using database = new DatabaseSync(':memory:');
  database.exec(tablesOfFormat[version - 1] ?? '');
  const required = schemaOf(database);
  database.exec(labelTablesOf(version));
  return { required, allowed: schemaOf(database) };
}

function schemaOf(database: DatabaseSync): Schema {
  const rows = database.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema').all();
  return new Map(
    rows.map(({ type, name, tbl_name: table, sql }) => [
      `${String(type)} ${String(name)}`,
      `${String(table)}: ${String(sql).replaceAll(/\s+/g, ' ')}`,
    ]),
  );
}
