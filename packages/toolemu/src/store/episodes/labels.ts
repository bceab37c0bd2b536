import { labelSchema, type StoredLabel } from '../../contract/index.ts';
import type { Connection, Row } from '../file/connection.ts';
import { guarded } from '../run-file-error.ts';
import { jsonIn, text } from '../values.ts';

/**
 * Tables of what people say of a run and its episodes: made when there is something to keep, so that a file without them
 * is whole, and who does not know them reads the file as ever.
 */
export const labelTables = `
CREATE TABLE IF NOT EXISTS labels (
  episode INTEGER NOT NULL REFERENCES episodes (number), annotator TEXT NOT NULL, value TEXT NOT NULL,
  PRIMARY KEY (episode, annotator)
) STRICT;
CREATE TABLE IF NOT EXISTS tags (place INTEGER PRIMARY KEY, tag TEXT NOT NULL UNIQUE) STRICT;
`;

/** The labels of a file, in the order of its episodes and by annotator. */
export function labelsIn(connection: Connection): StoredLabel[] {
  if (!hasTable(connection, 'labels')) return [];
  const rows = connection.all(`${labelsSql} ORDER BY number, annotator`);
  return guarded(connection.path, () => rows.map(labelOf));
}

/** The tags of a file. */
export function tagsIn(connection: Connection): string[] {
  if (!hasTable(connection, 'tags')) return [];
  const rows = connection.all('SELECT tag FROM tags ORDER BY place');
  return guarded(connection.path, () => rows.map(({ tag }) => text(tag)));
}

/** The labels with the ids of their episodes. */
export const labelsSql = 'SELECT id AS episode, value FROM labels JOIN episodes ON number = labels.episode';

/** The label of a row. Throws SyntaxError. */
export function labelOf({ episode, value }: Row): StoredLabel {
  const label = labelSchema.safeParse(readable(value));
  if (label.success) return { episode: text(episode), ...label.data };
  throw new SyntaxError(`a label of episode ${text(episode)}: ${label.error.issues[0]?.message}`);
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
