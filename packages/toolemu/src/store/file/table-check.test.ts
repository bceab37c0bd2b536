import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { makeManyEpisodes } from '../../../../../test/support/many-episodes.ts';
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts';
import { startTableCheck } from './table-check.ts';

const tables = ['episodes', 'evaluations', 'calls', 'derived'];

it('finds tables sound, and an index that lacks a row, in a thread of its own', async () => {
  await using folder = await temporaryFolder();
  const file = folder.file('run.toolemu');
  makeManyEpisodes(file, 20);
  using sound = startTableCheck(file, tables);
  expect(sound.isSound()).toBe(true);
  dropFromIndex(file);
  using damaged = startTableCheck(file, tables);
  expect(damaged.isSound()).toBe(false);
});

it('is not sound where there is no such file or table', async () => {
  await using folder = await temporaryFolder();
  using absent = startTableCheck(folder.file('none.toolemu'), tables);
  expect(absent.isSound()).toBe(false);
});

/** Makes an index of the evaluations one of fewer rows than the table has. */
function dropFromIndex(file: string): void {
  using database = new DatabaseSync(file, { defensive: false });
  const { sql } = database.prepare("SELECT sql FROM sqlite_schema WHERE name = 'evaluations_of_episode'").get() ?? {};
  database.exec('DROP INDEX evaluations_of_episode');
  database.exec(`${String(sql)} WHERE episode > 1`);
  database.exec('PRAGMA writable_schema = ON');
  database.prepare("UPDATE sqlite_schema SET sql = ? WHERE name = 'evaluations_of_episode'").run(String(sql));
  database.exec('PRAGMA writable_schema = RESET');
}
