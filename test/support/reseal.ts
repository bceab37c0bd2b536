import { DatabaseSync } from 'node:sqlite';
import { tablesOf } from '../../packages/toolemu/src/store/format/tables.ts';
import { digestOf, unpacked } from '../../packages/toolemu/src/store/packed.ts';
import { addChecksums } from '../../packages/toolemu/src/store/row-checksums.ts';

/**
 * Gives the rows of a run file that was changed by SQL the checksums of what they hold now, as somebody does who means harm.
 * A file of a format without checksums stays as it is.
 */
export function reseal(file: string): void {
  using database = new DatabaseSync(file);
  const checked = [...tablesOf(database)].filter((table) => {
    const columns = database.prepare('SELECT name FROM pragma_table_info(?)').all(table);
    return columns.some(({ name }) => name === 'checksum');
  });
  if (checked.length === 0) return;
  for (const table of checked) database.exec(`UPDATE ${table} SET checksum = 0`);
  addChecksums(database);
  const setHash = database.prepare('UPDATE OR IGNORE parts SET hash = ? WHERE id = ?');
  for (const { id, value } of database.prepare('SELECT id, value FROM parts').all()) {
    try {
      setHash.run(digestOf(unpacked(value)), id ?? null);
    } catch {
      // What cannot be unpacked has no hash that would be right.
    }
  }
}
