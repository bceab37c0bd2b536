import type { DatabaseSync } from 'node:sqlite';
import { parseJson, withCurrentNames } from '../../contract/index.ts';
import { addedTables } from './format-4.sql.ts';
import { labelChecksums } from '../episodes/labels.ts';
import { tablesOf } from './tables.ts';

/** From format 3 to 4: keys of the head have their current names, and there is room for what is derived of episodes. */
export function migrateFrom3(database: DatabaseSync): void {
  database.exec(addedTables);
  if (tablesOf(database).has('labels')) database.exec(labelChecksums);
  const { manifest } = database.prepare('SELECT manifest FROM head').get() ?? {};
  // A head that is not JSON is told of where the file is opened.
  const { value, oldNames } = withCurrentNames('manifest', parseJson(String(manifest)));
  if (oldNames.length > 0) database.prepare('UPDATE head SET manifest = ?').run(JSON.stringify(value));
}
