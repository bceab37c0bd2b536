import type { DatabaseSync } from 'node:sqlite';
import type { Label } from '../contract/index.ts';
import { open, settle } from './file/database.ts';
import { checkHead } from './file/head.ts';
import { inTransaction } from './file/connection.ts';
import { firstWithLabels, labelTablesOf } from './episodes/labels.ts';
import { refuseWhileWritten } from './file/lock.ts';
import { addChecksums, firstWithChecksums } from './row-checksums.ts';
import { codeOf, guarded, RunFileError } from './run-file-error.ts';
import { formatVersion } from './format/schema.sql.ts';
import { tablesOf } from './format/tables.ts';
import { timeOf, watchWriter } from './file/watch-writer.ts';
import type { WriterOptions } from './file/writer.ts';

type AnnotateOptions = Pick<WriterOptions, 'clock' | 'wait' | 'maxPages'>;

/** Puts a label on an episode of a run file, in the place of an earlier one of the same annotator. */
export function addLabel(file: string, episode: string, label: Label, options: AnnotateOptions = {}): void {
  annotate(file, options, (database, version) => {
    makeTables(database, version);
    const number = numberOf(database, file, episode);
    database.prepare('DELETE FROM labels WHERE episode = ? AND annotator = ?').run(number, label.annotator);
    database
      .prepare('INSERT INTO labels (episode, annotator, value) VALUES (?, ?, ?)')
      .run(number, label.annotator, JSON.stringify(label));
  });
}

/** Takes the label of an annotator from an episode; false where there is none. */
export function removeLabel(file: string, episode: string, annotator: string, options: AnnotateOptions = {}): boolean {
  return annotate(file, options, (database) => {
    const number = numberOf(database, file, episode);
    if (!tablesOf(database).has('labels')) return false;
    const remove = database.prepare('DELETE FROM labels WHERE episode = ? AND annotator = ?');
    return Number(remove.run(number, annotator).changes) > 0;
  });
}

/** Gives a run file these tags, and no others. */
export function setTags(file: string, tags: readonly string[], options: AnnotateOptions = {}): void {
  annotate(file, options, (database, version) => {
    if (tags.length > 0) makeTables(database, version);
    else if (!tablesOf(database).has('tags')) return;
    database.exec('DELETE FROM tags');
    const add = database.prepare('INSERT INTO tags (tag) VALUES (?)');
    for (const tag of new Set(tags)) add.run(tag);
  });
}

/** Opens a file for the moment of one change, in the journal mode it is in. */
function annotate<T>(
  file: string,
  { maxPages, ...time }: AnnotateOptions,
  change: (database: DatabaseSync, version: number) => T,
): T {
  return guarded(file, () => {
    const { version, inWal } = checkHead(file);
    if (version < firstWithLabels) {
      throw new RunFileError(
        `${file} has format ${version}, which keeps no labels and tags: an evaluation of what is missing, by \`evaluators: ['checks']\`, brings it to format ${formatVersion}`,
      );
    }
    const { clock, wait } = timeOf(time);
    const watched = watchWriter(file, { clock, wait });
    if (inWal) settle(file);
    const database = open(file);
    try {
      if (maxPages !== undefined) database.exec(`PRAGMA max_page_count = ${maxPages}`);
      return inTransaction(database, () => {
        refuseWhileWritten(file, database, clock, watched);
        const result = change(database, version);
        if (version >= firstWithChecksums) addChecksums(database, ['labels', 'tags']);
        return result;
      });
    } catch (error) {
      if (codeOf(error) !== full) throw error;
      throw new RunFileError(`${file} cannot grow, the disk is full: free some space and try again`, { cause: error });
    } finally {
      database.close();
    }
  });
}

function makeTables(database: DatabaseSync, version: number): void {
  if (!tablesOf(database).has('labels')) database.exec(labelTablesOf(version));
}

/** SQLITE_FULL. */
const full = 13;

function numberOf(database: DatabaseSync, file: string, episode: string): number {
  const found = database.prepare('SELECT number FROM episodes WHERE id = ?').get(episode);
  if (found !== undefined) return Number(found.number);
  throw new RunFileError(`${file} has no episode ${episode}`);
}
