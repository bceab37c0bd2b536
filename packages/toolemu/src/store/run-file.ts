import { mkdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import {
  type CallRecord,
  type Episode,
  type EpisodePlan,
  type Evaluation,
  type PendingCall,
  type Manifest,
  type Outcome,
  type PlayTime,
  shareDefinitions,
  type Step,
  type StoredLabel,
  type Trajectory,
} from '../contract/index.ts';
import { type CallRow, callRowsOf } from './calls/call-rows.ts';
import { type CallFilter, type Calls, type CallUsage, createCalls } from './calls/calls.ts';
import { endedIds, type EpisodeFilter } from './episodes/choose-episodes.ts';
import { Connection } from './file/connection.ts';
import { copyCalls, copyEpisode } from './episodes/copy-episode.ts';
import { open, type Opened, settle } from './file/database.ts';
import type { DerivedValue } from './episodes/derived.ts';
import type { EndedEpisode, EpisodeRow, StoredEpisode } from './episodes/episode-row.ts';
import type { EpisodeStore } from './episode-store.ts';
import { createEpisodes, type Episodes, type GivenEvaluation } from './episodes/episodes.ts';
import { checkHead, checkPages, checkTable, manifestIn } from './file/head.ts';
import { startTableCheck, type TableCheck } from './file/table-check.ts';
import { labelsIn, tagsIn } from './episodes/labels.ts';
import { lockOf } from './file/lock.ts';
import { countsOf, type EpisodeCounts, type OverviewGroup, overviewOf, recordedIn } from './episodes/overview.ts';
import { playingOf, spansOf } from './episodes/playing.ts';
import { openPrivateCopy } from './file/private-copy.ts';
import type { EpisodeList, EpisodePage, Neighbours } from './episodes/query-episodes.ts';
import { addChecksumFunction, addChecksums } from './row-checksums.ts';
import { guarded } from './run-file-error.ts';
import { formatVersion, tables } from './format/schema.sql.ts';
import { type Spending, spendingInOrder, spendingInTime, type SpendingInTime } from './calls/spending.ts';
import { openForWriting, reserve, type WriterOptions } from './file/writer.ts';

/**
 * The file of one run: SQLite, one writer, any number of readers. While a run is written it is in WAL mode, so that a
 * killed process loses nothing; closed, it is one file that can be copied.
 */
export class RunFile implements EpisodeStore, Disposable {
  readonly path: string;
  readonly manifest: Manifest;
  private readonly database: DatabaseSync;
  private readonly connection: Connection;
  private readonly end: () => void;
  private readonly isOwn: () => boolean;
  /** The file as it was left at its path; null for a reader, and for a writer whose file is not there any more. */
  private left: string | null = null;
  /** Tables whose pages and indexes were not looked at yet. */
  private readonly unchecked: Set<string>;
  /** The check of some of them that goes on. */
  private check: TableCheck | null = null;
  private readonly episodeTable: Episodes;
  private readonly callTable: Calls;

  private constructor({
    path: file,
    manifest,
    database,
    close,
    fence,
    isOwn = () => false,
    unchecked = [],
  }: Opened & { path: string; manifest: Manifest }) {
    const connection = new Connection(file, database, fence);
    this.path = file;
    this.manifest = manifest;
    this.database = database;
    this.connection = connection;
    this.end = close;
    this.isOwn = isOwn;
    this.unchecked = new Set(unchecked);
    this.callTable = createCalls(connection);
    this.episodeTable = createEpisodes(connection, this.callTable.latest, manifest.fork);
    if (fence !== undefined) addChecksumFunction(database);
  }

  /** Creates the file of a new run. Refuses a path where something is already. */
  static create(file: string, manifest: Omit<Manifest, 'format'>, options: WriterOptions = {}): RunFile {
    return guarded(file, () => {
      mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
      reserve(file);
      const whole = { format: formatVersion, ...manifest };
      try {
        const opened = openForWriting(file, options, (fresh) => {
          fresh.exec(`BEGIN; ${tables}`);
          fresh
            .prepare('INSERT INTO head (id, manifest) VALUES (1, ?)')
            .run(JSON.stringify({ ...whole, toolkits: whole.toolkits.map(shareDefinitions) }));
          addChecksums(fresh, ['head']);
          fresh.exec(`PRAGMA user_version = ${formatVersion}; COMMIT`);
        });
        return new RunFile({ path: file, manifest: whole, ...opened });
      } catch (error) {
        rmSync(file, { force: true });
        throw error;
      }
    });
  }

  /** Opens a run file to go on writing it; one of an older format is migrated. Refuses while another process writes it. */
  static resume(file: string, options: WriterOptions = {}): RunFile {
    return guarded(file, () => {
      const { manifest } = checkHead(file);
      checkPages(file);
      return RunFile.of(file, manifest, openForWriting(file, options));
    });
  }

  /**
   * Opens a run file to read it, also while it is written. After a crash it is first made one file again. One of an
   * older format is left as it is: a migrated copy is read.
   */
  static read(file: string): RunFile {
    return guarded(file, () => {
      const { manifest, bytes, inWal } = checkHead(file);
      if (inWal) settle(file);
      const isChecked = bytes <= checkedWhenRead;
      if (isChecked) checkPages(file);
      const opened = manifest === null ? openPrivateCopy(file) : openForReading(file, isChecked);
      return RunFile.of(file, manifest, opened);
    });
  }

  private static of(file: string, known: Manifest | null, opened: Opened): RunFile {
    try {
      const manifest = known ?? manifestIn(opened.database, file);
      return new RunFile({ path: file, manifest, ...opened });
    } catch (error) {
      opened.close();
      throw error;
    }
  }

  startEpisode(plan: EpisodePlan): void {
    this.episodeTable.start(plan);
  }

  addStep(episode: string, step: Step): void {
    this.episodeTable.addStep(episode, step);
  }

  endTrajectory(episode: string, outcome: Outcome, source?: Trajectory['source']): void {
    this.episodeTable.endTrajectory(episode, outcome, source);
  }

  /** Adds a result. An earlier one of the same evaluator is kept as history. */
  addEvaluation(episode: string, evaluation: Evaluation): void {
    this.episodeTable.addEvaluation(episode, evaluation);
  }

  endEpisode(episode: string, verdict: Episode['verdict']): void {
    this.episodeTable.end(episode, verdict);
  }

  /** Keeps values that follow from a finished episode, until it is played again. */
  keepDerived(episode: string, values: readonly DerivedValue[]): void {
    this.episodeTable.keepDerived(episode, values);
  }

  /** Adds a whole episode, as an import does. */
  addEpisode({ plan, trajectory, evaluations, verdict }: Episode): void {
    this.connection.transaction(() => {
      this.startEpisode(plan);
      for (const step of trajectory.steps) this.addStep(plan.id, step);
      this.endTrajectory(plan.id, trajectory.outcome, trajectory.source);
      for (const evaluation of evaluations) this.addEvaluation(plan.id, evaluation);
      this.endEpisode(plan.id, verdict);
    });
  }

  /** Copies an episode of another file as it stands, with every result it ever had. */
  copyEpisode(from: RunFile, episode: string): void {
    copyEpisode(from.connection, this.connection, episode);
  }

  /** Copies the calls of another file as they stand. */
  copyCalls(from: RunFile): void {
    copyCalls(from.connection, this.connection);
  }

  /** The episodes that were begun, in short, in the order in which they were. They are read as they are asked for. */
  rows(filter?: EpisodeFilter): Generator<EpisodeRow> {
    return this.episodeTable.rows(filter);
  }

  /** The episodes that are finished, one at a time. Throws where one is not what an episode must be. */
  episodesOf(filter?: EpisodeFilter): Generator<Episode> {
    if (isOfMany(filter)) this.checkTables('episodes', 'steps', 'evaluations');
    return this.episodeTable.finished(filter);
  }

  /** The same without their steps, with what was derived of them: far quicker. */
  endedOf(filter?: EpisodeFilter): Generator<EndedEpisode> {
    const ended = this.episodeTable.ended(filter);
    return isOfMany(filter) ? this.checkedMeanwhile(ended, ['episodes', 'evaluations', 'derived']) : ended;
  }

  /** Rows of tables that are checked while they are read; throws after the last one where a table is damaged. */
  private *checkedMeanwhile<T>(rows: Generator<T>, tables: readonly string[]): Generator<T> {
    if (this.check === null && tables.some((table) => this.unchecked.has(table)))
      this.check = startTableCheck(
        this.path,
        [...this.unchecked].filter((table) => table !== 'steps'),
      );
    yield* rows;
    this.checkTables(...tables);
  }

  /** All episodes that were begun, in the order in which they were. */
  stored(): StoredEpisode[] {
    this.checkTables('episodes', 'steps', 'evaluations');
    return [...this.episodeTable.stored()];
  }

  /** An episode, whatever became of it so far; undefined where it was not begun. */
  storedEpisode(id: string): StoredEpisode | undefined {
    const [found] = this.episodeTable.stored({ id });
    return found;
  }

  /** All episodes that are finished. */
  episodes(): Episode[] {
    return [...this.episodesOf()];
  }

  /** The ids of the episodes with a verdict that came out in one of these ways, in the order in which they were begun. */
  endedIds(outcomes: readonly Outcome['kind'][]): string[] {
    return endedIds(this.connection, outcomes);
  }

  /** A part of the episodes that were begun and are chosen, in short and in an order, and how many they are. */
  queryEpisodes(page: EpisodeList & { readonly offset: number; readonly limit: number }): EpisodePage {
    return this.episodeTable.page(page);
  }

  /** Where an episode is among those that are chosen, in their order. */
  neighboursOf(episode: string, list: EpisodeList = {}): Neighbours {
    return this.episodeTable.neighbours(episode, list);
  }

  /** How many episodes were begun, and how many are finished. */
  counts(): EpisodeCounts {
    return countsOf(this.connection);
  }

  /** Changes with every episode, result and call that is recorded, and not as a writer says that it lives. */
  recorded(): string {
    return recordedIn(this.connection);
  }

  /** How the episodes came out, counted. */
  overview(): OverviewGroup[] {
    return overviewOf(this.connection);
  }

  /** Every result an evaluator ever gave on an episode, the oldest first. */
  evaluationHistory(episode: string): Evaluation[] {
    return this.datedEvaluations(episode).map(({ evaluation }) => evaluation);
  }

  /** The same with their times. */
  datedEvaluations(episode: string): GivenEvaluation[] {
    return this.episodeTable.history(episode);
  }

  /** The labels that people gave, in the order of the episodes. */
  labels(): StoredLabel[] {
    return labelsIn(this.connection);
  }

  tags(): string[] {
    return tagsIn(this.connection);
  }

  /** Whether a living process writes the file now; this one may be it. */
  isBeingWritten(): boolean {
    return guarded(this.path, () => lockOf(this.database, Date.now)?.isAlive === true);
  }

  /** The recorded call of a key. */
  find(key: string): CallRecord | undefined {
    return this.callTable.find(key);
  }

  /** Keeps soon what calls hold in common of one that is to be made. */
  expect(call: PendingCall): void {
    this.callTable.expect(call);
  }

  /** Records a call. */
  add(record: CallRecord): void {
    this.callTable.add(record);
  }

  /** The recorded calls in the order in which they were made. They are read as they are asked for. */
  calls(filter?: CallFilter): Generator<CallRecord> {
    if (filter?.episode === undefined) this.checkTables('calls');
    return this.callTable.all(filter);
  }

  /** The calls of an episode in short, in the order in which they were made. */
  callRows(episode: string): CallRow[] {
    return callRowsOf(this.connection, episode);
  }

  /** The call of an episode at a place among them, from 0. */
  callAt(episode: string, place: number): CallRecord | undefined {
    return this.callTable.at(episode, place);
  }

  /** What was used as the run went on, in at most so many equal stretches of its calls; by role and model. */
  spendingInOrder(buckets: number): Spending[] {
    this.checkTables('calls');
    return spendingInOrder(this.connection, buckets);
  }

  /** What was used in so many equal stretches of the time in which the run was played; null where its calls have no times. */
  spendingInTime(buckets: number): SpendingInTime | null {
    this.checkTables('calls');
    return spendingInTime(this.connection, buckets);
  }

  /** How long the run was played; null where its calls have no times, or nothing was played. */
  playing(): PlayTime | null {
    this.checkTables('calls');
    const spans = spansOf(this.connection);
    return spans === null || spans.length === 0 ? null : playingOf(spans);
  }

  /**
   * What calls used, summed by the agent and case of their episodes, role and model; of all episodes or of one. A shared
   * call counts for the episode that made it.
   */
  usage(filter?: Pick<CallFilter, 'episode'>): Generator<CallUsage> {
    if (filter?.episode === undefined) this.checkTables('calls');
    return this.callTable.usage(filter);
  }

  private checkTables(...tables: readonly string[]): void {
    if (this.check !== null && tables.some((table) => this.check?.tables.includes(table))) {
      if (this.check.isSound()) for (const table of this.check.tables) this.unchecked.delete(table);
      this.check[Symbol.dispose]();
      this.check = null;
    }
    for (const table of tables) {
      if (this.unchecked.has(table)) guarded(this.path, () => checkTable(this.database, this.path, table));
      this.unchecked.delete(table);
    }
  }

  [Symbol.dispose](): void {
    this.close();
  }

  /** Ends the work on the file: a writer leaves it as one file, free for the next. */
  close(): void {
    if (!this.database.isOpen) return;
    const isOwn = this.isStillOwn();
    this.check?.[Symbol.dispose]();
    guarded(this.path, this.end);
    this.left = isOwn ? identityOf(this.path) : null;
  }

  private isStillOwn(): boolean {
    try {
      return this.isOwn();
    } catch {
      // A file that cannot be looked at is not removed later.
      return false;
    }
  }

  /** Closes the file and removes it, unless another file came to its path meanwhile. */
  discard(): void {
    this.close();
    if (this.left !== null && identityOf(this.path) === this.left) rmSync(this.path, { force: true });
  }
}

/** What tells a file from a later one at its path, which may have the same inode; null where there is none. */
function identityOf(file: string): string | null {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? null : `${found.dev} ${found.ino} ${found.birthtimeNs}`;
}

/** Whether a filter may choose a large part of a file. */
function isOfMany({ id, prefix, limit }: EpisodeFilter = {}): boolean {
  return id === undefined && prefix === undefined && limit === undefined;
}

/**
 * Bytes of a file that is checked whole before it is read. Of a larger one the rows that are read are, and a table with its
 * indexes before all of it is read: SQLite answers much from the indexes alone, which no checksum covers.
 */
const checkedWhenRead = 32_000_000;

function openForReading(file: string, isChecked: boolean): Opened {
  const database = open(file, { readOnly: true });
  return { database, unchecked: isChecked ? [] : wholeTables, close: () => database.close() };
}

const wholeTables = ['episodes', 'steps', 'evaluations', 'calls', 'derived'] as const;
