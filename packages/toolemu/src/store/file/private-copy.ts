import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { copyInto, open, type Opened } from './database.ts';
import { migrate } from '../format/migrate.ts';

/** Opens a migrated copy of a file in the temporary folder, gone when it is closed. The file itself may be written meanwhile. */
export function openPrivateCopy(file: string): Opened {
  const folder = mkdtempSync(path.join(tmpdir(), 'toolemu-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const copy = path.join(folder, path.basename(file));
    const source = open(file, { readOnly: true });
    try {
      copyInto(source, copy);
    } finally {
      source.close();
    }
    const database = open(copy);
    const close = (): void => {
      database.close();
      remove();
    };
    try {
      migrate(database);
      database.exec('PRAGMA query_only = ON');
      return { database, close };
    } catch (error) {
      database.close();
      throw error;
    }
  } catch (error) {
    remove();
    throw error;
  }
}
