import { labelSchema, type StoredLabel } from '../../contract/index.ts';
import type { Connection, Row } from '../file/connection.ts';
import { checkedColumns, firstWithChecksums, requireChecksum } from '../row-checksums.ts';
import { guarded } from '../run-file-error.ts';
import { jsonIn, text } from '../values.ts';

/**
 * Tables of what people say of a run and its episodes: made when there is something to keep, so that a file without them
 * is whole, and who does not know them reads the file as ever.
 */
const labelTables = `
CREATE TABLE labels (
  episode INTEGER NOT NULL REFERENCES episodes (number), annotator TEXT NOT NULL, value TEXT NOT NULL,
  PRIMARY KEY (episode, annotator)
) STRICT;
CREATE TABLE tags (place INTEGER PRIMARY KEY, tag TEXT NOT NULL UNIQUE) STRICT;
`;

/** What the first format with checksums adds to them. */
export const labelChecksums = `
ALTER TABLE labels ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tags ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
`;

/** The tables of labels and tags in a file of a format. */
export function labelTablesOf(version: number): string {
  if (version < firstWithLabels) return '';
  return version < firstWithChecksums ? labelTables : labelTables + labelChecksums;
}

/** The format from which on a file may have labels and tags. */
export const firstWithLabels = 2;

/** The labels of a file, in the order of its episodes and by annotator. */
export function labelsIn(connection: Connection): StoredLabel[] {
  if (!hasTable(connection, 'labels')) return [];
  const rows = connection.all(`${labelsSql} ORDER BY number, annotator`);
  return guarded(connection.path, () => rows.map(labelOf));
}

/** The tags of a file. */
export function tagsIn(connection: Connection): string[] {
  if (!hasTable(connection, 'tags')) return [];
  const rows = connection.all(`SELECT ${checkedColumns('tags')} FROM tags ORDER BY place`);
  return guarded(connection.path, () => rows.map(tagOf));
}

/** The labels with the ids of their episodes. */
export const labelsSql = `SELECT id, ${checkedColumns('labels')} FROM labels JOIN episodes ON number = labels.episode`;

/** The tag of a row. Throws SyntaxError. */
export function tagOf(row: Row): string {
  const tag = text(row.tag);
  requireChecksum('tags', row, `the tag ${tag}`);
  return tag;
}

/** The label of a row. Throws SyntaxError. */
export function labelOf(row: Row): StoredLabel {
  const episode = text(row.id);
  const label = labelSchema.safeParse(readable(row.value));
  if (!label.success) throw new SyntaxError(`a label of episode ${episode}: ${label.error.issues[0]?.message}`);
  requireChecksum('labels', row, `a label of episode ${episode}`);
  return { episode, ...label.data };
}

/** Looked for each time: another process may make it at any moment. */
function hasTable(connection: Connection, name: string): boolean {
  return connection.get("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?", name) !== undefined;
}

function readable(value: Row[string] | undefined): unknown {
  try {
    return jsonIn(value);
  } catch {
    return undefined;
  }
}
