import { createHash, randomUUID } from 'node:crypto';
import { closeSync, copyFileSync, mkdirSync, mkdtempSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { backup, DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import {
  type CallLog,
  type CallRecord,
  callRecordSchema,
  type Episode,
  episodeSchema,
  type EpisodePlan,
  type Evaluation,
  evaluationSchema,
  type Manifest,
  manifestSchema,
  type Outcome,
  type Step,
  type Usage,
  usageSchema,
} from '../contract/index.ts';
import { formatVersion, tables } from './schema.sql.ts';

/** A run file that cannot be read or written. The message says what to do. */
export class RunFileError extends Error {
  override readonly name = 'RunFileError';
}

const heartbeatMs = 5_000;
const copyEveryMs = 60_000;
// A lock is seen on another machine as often as the file is copied to its place.
const staleAfterMs = 3 * copyEveryMs;

/** Milliseconds since the epoch. */
type Clock = () => number;

/** What the calls of one role and model in one episode used. */
export interface EpisodeUsage {
  readonly episode: string;
  readonly role: string;
  readonly model: string;
  readonly calls: number;
  readonly usage: Usage;
}

/** An episode whose trajectory or verdict may still be missing. */
export interface StoredEpisode {
  readonly plan: EpisodePlan;
  readonly steps: Step[];
  readonly outcome: Outcome | null;
  readonly evaluations: Evaluation[];
  readonly verdict: Episode['verdict'] | null;
}

/**
 * The file of one run: SQLite, one writer, any number of readers. While a run is written it is in WAL mode, so that a
 * killed process loses nothing; closed, it is one file that can be copied.
 */
export class RunFile implements CallLog, Disposable {
  readonly path: string;
  readonly manifest: Manifest;
  private readonly database: DatabaseSync;
  private readonly writer: Writer | null;
  private failure: unknown;

  private constructor(options: { path: string; manifest: Manifest; database: DatabaseSync; writer: Writer | null }) {
    this.path = options.path;
    this.manifest = options.manifest;
    this.database = options.database;
    this.writer = options.writer;
  }

  /** Creates the file of a new run. Refuses a path where something is already. */
  static create(file: string, manifest: Omit<Manifest, 'format'>, options: WriterOptions = {}): RunFile {
    return guarded(file, () => {
      mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
      reserve(file);
      const whole = { format: formatVersion, ...manifest };
      try {
        const { database, writer } = openForWriting(file, options, (fresh) => {
          fresh.exec(`BEGIN; ${tables}`);
          fresh.prepare('INSERT INTO head (id, manifest) VALUES (1, ?)').run(JSON.stringify(whole));
          fresh.exec(`PRAGMA user_version = ${formatVersion}; COMMIT`);
        });
        return new RunFile({ path: file, manifest: whole, database, writer });
      } catch (error) {
        rmSync(file, { force: true });
        throw error;
      }
    });
  }

  /** Opens a run file to go on writing it. Refuses while another process does. */
  static resume(file: string, options: WriterOptions = {}): RunFile {
    return guarded(file, () => {
      const { manifest } = readHead(file);
      const { database, writer } = openForWriting(file, options);
      return new RunFile({ path: file, manifest, database, writer });
    });
  }

  /** Opens a run file to read it, also while it is written. After a crash it is first made one file again. */
  static read(file: string): RunFile {
    return guarded(file, () => {
      const { manifest, inWal } = readHead(file);
      if (inWal) settle(file);
      return new RunFile({ path: file, manifest, database: open(file, { readOnly: true }), writer: null });
    });
  }

  startEpisode({ id, caseId, agent, epoch }: EpisodePlan): void {
    this.transaction(() => {
      this.run('DELETE FROM steps WHERE episode = ?', id);
      this.run('UPDATE evaluations SET current = 0 WHERE episode = ?', id);
      this.run(
        `INSERT INTO episodes (id, case_id, agent, epoch) VALUES (?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET outcome = NULL, verdict = NULL`,
        id,
        caseId,
        agent,
        epoch,
      );
    });
  }

  addStep(episode: string, step: Step): void {
    this.run('INSERT INTO steps (episode, step, value) VALUES (?, ?, ?)', episode, step.step, JSON.stringify(step));
  }

  endTrajectory(episode: string, outcome: Outcome): void {
    this.run('UPDATE episodes SET outcome = ? WHERE id = ?', JSON.stringify(outcome), episode);
  }

  /** Adds a result. An earlier one of the same evaluator is kept as history. */
  addEvaluation(episode: string, evaluation: Evaluation): void {
    this.transaction(() => {
      this.run('UPDATE evaluations SET current = 0 WHERE episode = ? AND evaluator = ?', episode, evaluation.evaluator);
      this.run(
        'INSERT INTO evaluations (episode, evaluator, value, current, created_at) VALUES (?, ?, ?, 1, ?)',
        episode,
        evaluation.evaluator,
        JSON.stringify(evaluation),
        new Date().toISOString(),
      );
    });
  }

  endEpisode(episode: string, verdict: Episode['verdict']): void {
    this.run('UPDATE episodes SET verdict = ? WHERE id = ?', JSON.stringify(verdict), episode);
  }

  /** Adds a whole episode, as an import does. */
  addEpisode({ plan, trajectory, evaluations, verdict }: Episode): void {
    this.startEpisode(plan);
    for (const step of trajectory.steps) this.addStep(plan.id, step);
    this.endTrajectory(plan.id, trajectory.outcome);
    for (const evaluation of evaluations) this.addEvaluation(plan.id, evaluation);
    this.endEpisode(plan.id, verdict);
  }

  /** All episodes that were begun, in the order in which they were. */
  stored(): StoredEpisode[] {
    const rows = this.all('SELECT id, case_id, agent, epoch, outcome, verdict FROM episodes ORDER BY rowid');
    return guarded(this.path, () => rows.map((row) => this.storedOf(row)));
  }

  /** The episodes that are finished. Throws where one is not what an episode must be. */
  episodes(): Episode[] {
    return this.stored().flatMap(({ plan, steps, outcome, evaluations, verdict }) => {
      if (outcome === null || verdict === null) return [];
      const episode = episodeSchema.safeParse({ plan, trajectory: { steps, outcome }, evaluations, verdict });
      if (!episode.success) {
        throw new RunFileError(`${this.path}: episode ${plan.id} is damaged: ${episode.error.issues[0]?.message}`);
      }
      return [episode.data];
    });
  }

  /** Every result an evaluator ever gave on an episode, the oldest first. */
  evaluationHistory(episode: string): Evaluation[] {
    return this.all('SELECT value FROM evaluations WHERE episode = ? ORDER BY id', episode).map((row) =>
      evaluationSchema.parse(parsed(row)),
    );
  }

  find(key: string): CallRecord | undefined {
    const [row] = this.all('SELECT * FROM calls WHERE key = ?', key);
    return row === undefined ? undefined : this.callOf(row);
  }

  /** Records a call. Each message, tool list and schema is kept once, however many calls hold it. */
  add(record: CallRecord): void {
    this.transaction(() => {
      this.run(
        `INSERT OR IGNORE INTO calls
           (key, episode, role, model, epoch, ordinal, messages, tools, schema, parameters, reply, milliseconds)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        record.key,
        record.episode,
        record.role,
        record.model,
        record.epoch,
        record.ordinal,
        JSON.stringify(record.messages.map((message) => this.part(message))),
        this.part(record.tools),
        this.part(record.schema),
        JSON.stringify(record.parameters),
        JSON.stringify(record.reply),
        record.milliseconds,
      );
    });
  }

  /** Tokens of the recorded calls, summed by episode, role and model. A shared call counts for the episode that made it. */
  usage(): EpisodeUsage[] {
    const sum = (field: string): string => `sum(json_extract(reply, '$.usage.${field}')) AS ${field}`;
    const fields = ['inputTokens', 'cachedInputTokens', 'cacheWriteTokens', 'outputTokens', 'reasoningTokens'] as const;
    return this.all(
      `SELECT episode, role, model, count(*) AS calls, ${fields.map(sum).join(', ')} FROM calls GROUP BY episode, role, model ORDER BY min(id)`,
    ).map((row) => ({
      episode: text(row.episode),
      role: text(row.role),
      model: text(row.model),
      calls: Number(row.calls),
      usage: usageSchema.parse(Object.fromEntries(fields.map((field) => [field, row[field]]))),
    }));
  }

  calls(): CallRecord[] {
    return this.all('SELECT * FROM calls ORDER BY id').map((row) => this.callOf(row));
  }

  /** Ends the work on the file: a writer leaves it as one file, free for the next. */
  [Symbol.dispose](): void {
    this.close();
  }

  close(): void {
    if (!this.database.isOpen) return;
    if (this.writer === null) this.database.close();
    else guarded(this.path, () => this.writer?.close());
  }

  private part(value: unknown): string {
    const json = JSON.stringify(value);
    const hash = createHash('sha256').update(json).digest('base64url');
    this.run('INSERT OR IGNORE INTO parts (hash, value) VALUES (?, ?)', hash, json);
    return hash;
  }

  private storedOf(row: Record<string, SQLOutputValue>): StoredEpisode {
    const id = text(row.id);
    return {
      plan: { id, caseId: text(row.case_id), agent: text(row.agent), epoch: Number(row.epoch) },
      steps: this.all('SELECT value FROM steps WHERE episode = ? ORDER BY step', id).map(parsed<Step>),
      outcome: row.outcome === null ? null : (JSON.parse(text(row.outcome)) as Outcome),
      evaluations: this.all('SELECT value FROM evaluations WHERE episode = ? AND current = 1 ORDER BY id', id).map(
        parsed<Evaluation>,
      ),
      verdict: row.verdict === null ? null : (JSON.parse(text(row.verdict)) as Episode['verdict']),
    };
  }

  private callOf(row: Record<string, SQLOutputValue>): CallRecord {
    const part = (hash: string): unknown =>
      this.all('SELECT value FROM parts WHERE hash = ?', hash).map((found) => parsed(found))[0];
    return callRecordSchema.parse({
      key: row.key,
      episode: row.episode,
      role: row.role,
      model: row.model,
      epoch: row.epoch,
      ordinal: row.ordinal,
      messages: (JSON.parse(text(row.messages)) as string[]).map(part),
      tools: part(text(row.tools)),
      schema: part(text(row.schema)),
      parameters: JSON.parse(text(row.parameters)),
      reply: JSON.parse(text(row.reply)),
      milliseconds: row.milliseconds,
    });
  }

  private all(sql: string, ...values: (string | number | null)[]): Record<string, SQLOutputValue>[] {
    return guarded(this.path, () => this.database.prepare(sql).all(...values));
  }

  private run(sql: string, ...values: (string | number | null)[]): void {
    this.write(() => this.database.prepare(sql).run(...values));
  }

  /** Writes. After a write that failed no other is accepted, so that no episode is ended of which a part was lost. */
  private write(work: () => void): void {
    if (this.failure !== undefined) throw this.failure;
    try {
      guarded(this.path, work);
    } catch (error) {
      this.failure = error;
      throw error;
    }
  }

  private transaction(work: () => void): void {
    if (this.database.isTransaction) {
      work();
      return;
    }
    this.write(() => this.database.exec('BEGIN IMMEDIATE'));
    try {
      work();
      this.write(() => this.database.exec('COMMIT'));
    } catch (error) {
      if (this.database.isTransaction) this.database.exec('ROLLBACK');
      throw error;
    }
  }
}

export interface WriterOptions {
  readonly clock?: Clock;
  /** Where the file is written if its own folder cannot hold a WAL; the machine's temporary folder by default. */
  readonly temporaryFolder?: string;
  /** Pages of 4 KiB the file may have; SQLite's own limit by default. */
  readonly maxPages?: number;
  /** Says that the folder cannot hold a WAL, rather than trying. */
  readonly withoutWal?: boolean;
}

interface Writer {
  close(): void;
}

/** Makes an empty file where there is nothing yet, so that of two processes one gets the path. */
function reserve(file: string): void {
  try {
    closeSync(openSync(file, 'wx'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new RunFileError(`${file} exists already: choose another --out, or go on with it by --resume`);
  }
}

/**
 * Opens a file and locks it, the file in its own place whatever happens next: there another machine looks for the lock.
 * Where the folder cannot hold a WAL, what is written goes to a working copy in the temporary folder.
 */
function openForWriting(
  file: string,
  options: WriterOptions,
  prepare?: (database: DatabaseSync) => void,
): { database: DatabaseSync; writer: Writer } {
  const clock = options.clock ?? Date.now;
  const openWith = (at: string): DatabaseSync => {
    const opened = open(at);
    if (options.maxPages !== undefined) opened.exec(`PRAGMA max_page_count = ${options.maxPages}`);
    return opened;
  };
  let database = openWith(file);
  try {
    prepare?.(database);
    const token = takeLock(file, database, clock);
    let working = file;
    if (options.withoutWal === true || !tryWal(database)) {
      const folder = mkdtempSync(path.join(options.temporaryFolder ?? tmpdir(), 'toolemu-'));
      working = path.join(folder, path.basename(file));
      database.exec(`VACUUM INTO '${working.replaceAll("'", "''")}'`);
      database.close();
      database = openWith(working);
      tryWal(database);
    }
    database.exec('PRAGMA synchronous = NORMAL');
    return { database, writer: createWriter({ file, working, database, token, clock }) };
  } catch (error) {
    if (database.isOpen) database.close();
    throw error;
  }
}

function createWriter({
  file,
  working,
  database,
  token,
  clock,
}: {
  file: string;
  working: string;
  database: DatabaseSync;
  token: string;
  clock: Clock;
}): Writer {
  const elsewhere = working !== file;
  // What fails here in the background fails the next write too, which says so.
  const beat = setInterval(() => {
    try {
      database.prepare('UPDATE lock SET heartbeat = ? WHERE token = ?').run(clock(), token);
    } catch {}
  }, heartbeatMs);
  beat.unref();
  const copy = elsewhere
    ? setInterval(() => void copyToPlace(database, working, file).catch(() => {}), copyEveryMs)
    : undefined;
  copy?.unref();
  return {
    close() {
      clearInterval(beat);
      clearInterval(copy);
      database.prepare('DELETE FROM lock WHERE token = ?').run(token);
      leaveWal(database);
      database.close();
      if (!elsewhere) return;
      copyFileSync(working, `${file}.part`);
      renameSync(`${file}.part`, file);
      rmSync(path.dirname(working), { recursive: true, force: true });
    },
  };
}

/** Puts what is written so far in the file's own place, whole at every moment. */
async function copyToPlace(database: DatabaseSync, working: string, file: string): Promise<void> {
  const copy = `${working}.copy`;
  await backup(database, copy);
  const copied = open(copy);
  leaveWal(copied);
  copied.close();
  await copyFile(copy, `${file}.copy`);
  // Closed in the meantime, the file in its place is newer than this copy.
  if (database.isOpen) renameSync(`${file}.copy`, file);
  else rmSync(`${file}.copy`);
}

function takeLock(file: string, database: DatabaseSync, clock: Clock): string {
  database.exec('BEGIN IMMEDIATE');
  try {
    const held = database.prepare('SELECT host, pid, heartbeat FROM lock').get();
    if (held !== undefined && isAlive(text(held.host), Number(held.pid), Number(held.heartbeat), clock)) {
      throw new RunFileError(
        `${file} is being written by process ${Number(held.pid)} on ${text(held.host)}: wait until it ends, or stop it`,
      );
    }
    const token = randomUUID();
    database
      .prepare('INSERT OR REPLACE INTO lock (id, host, pid, token, heartbeat) VALUES (1, ?, ?, ?, ?)')
      .run(hostname(), process.pid, token, clock());
    database.exec('COMMIT');
    return token;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/** On this machine a writer lives as long as its process; on another one, as long as it says so. */
function isAlive(host: string, pid: number, heartbeat: number, clock: Clock): boolean {
  if (host !== hostname()) return clock() - heartbeat < staleAfterMs;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function open(file: string, options: { readOnly?: boolean } = {}): DatabaseSync {
  const database = new DatabaseSync(file, options);
  database.exec('PRAGMA busy_timeout = 5000');
  return database;
}

function tryWal(database: DatabaseSync): boolean {
  try {
    return database.prepare('PRAGMA journal_mode = WAL').get()?.journal_mode === 'wal';
  } catch {
    return false;
  }
}

/** Makes a file whose writer died one file again; leaves it alone while its writer lives. */
function settle(file: string): void {
  const database = open(file);
  try {
    const held = database.prepare('SELECT host, pid, heartbeat FROM lock').get();
    if (held !== undefined && isAlive(text(held.host), Number(held.pid), Number(held.heartbeat), Date.now)) return;
    leaveWal(database);
  } finally {
    database.close();
  }
}

/** Leaves one file. While others read it SQLite refuses, and whoever opens it next does this. */
function leaveWal(database: DatabaseSync): void {
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  try {
    database.exec('PRAGMA journal_mode = DELETE');
  } catch (error) {
    if (codeOf(error) !== busy) throw error;
  }
}

function readHead(file: string): { manifest: Manifest; inWal: boolean } {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) throw new RunFileError(`${file}: there is no such run file`);
  if (!found.isFile()) throw new RunFileError(`${file} is not a run file of toolemu`);
  const database = open(file, { readOnly: true });
  try {
    const version = database.prepare('PRAGMA user_version').get()?.user_version;
    if (version !== formatVersion) {
      throw new RunFileError(
        version === 0
          ? `${file} is not a run file of toolemu`
          : `${file} has format ${String(version)}, and this toolemu reads format ${formatVersion}: use the version that wrote it`,
      );
    }
    const head = database.prepare('SELECT manifest FROM head').get()?.manifest;
    const manifest = manifestSchema.safeParse(jsonIn(head));
    if (!manifest.success) {
      const [issue] = manifest.error.issues;
      const place = issue === undefined || issue.path.length === 0 ? '' : `${issue.path.join('.')}: `;
      throw new RunFileError(`${file}: the head is damaged: ${place}${issue?.message}`);
    }
    return { manifest: manifest.data, inWal: database.prepare('PRAGMA journal_mode').get()?.journal_mode === 'wal' };
  } finally {
    database.close();
  }
}

/** The JSON in a value, or undefined where there is none. */
function jsonIn(value: SQLOutputValue | undefined): unknown {
  try {
    return JSON.parse(String(value));
  } catch {
    return undefined;
  }
}

/** SQLite's errors, in words that say what to do. */
function guarded<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof RunFileError || !(error instanceof Error)) throw error;
    if (error instanceof SyntaxError) throw new RunFileError(`${file} is damaged: ${error.message}`, { cause: error });
    const code = codeOf(error);
    const reason = code === null ? undefined : reasons[code];
    if (reason !== undefined) throw new RunFileError(`${file} ${reason}`, { cause: error });
    if ('code' in error && typeof error.code === 'string') {
      throw new RunFileError(`${file} cannot be used: ${error.message}`, { cause: error });
    }
    throw error;
  }
}

function codeOf(error: unknown): number | null {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : null;
}

const busy = 5;

const reasons: Readonly<Record<number, string>> = {
  [busy]: 'is locked by another process: wait until it ends',
  8: 'cannot be written: check its permissions',
  10: 'cannot be read or written (input/output error): check the disk',
  11: 'is damaged',
  13: 'cannot grow, the disk is full: free some space and go on with --resume; nothing that was recorded is lost',
  14: 'cannot be opened: check the folder and its permissions',
  26: 'is not a run file of toolemu',
};

function text(value: SQLOutputValue | undefined): string {
  if (typeof value !== 'string') throw new RunFileError('a run file holds a value that is not text where text belongs');
  return value;
}

function parsed<T>(row: Record<string, SQLOutputValue>): T {
  return JSON.parse(text(row.value)) as T;
}
