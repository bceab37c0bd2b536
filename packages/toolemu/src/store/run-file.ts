import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
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
  type Trajectory,
  type Usage,
  usageSchema,
} from '../contract/index.ts';
import { open, settle } from './database.ts';
import { guarded, RunFileError } from './run-file-error.ts';
import { formatVersion, tables } from './schema.sql.ts';
import { jsonIn, parsed, text } from './values.ts';
import { openForWriting, reserve, type Writer, type WriterOptions } from './writer.ts';

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
  readonly source: Trajectory['source'];
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
         ON CONFLICT (id) DO UPDATE SET outcome = NULL, source = NULL, verdict = NULL`,
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

  endTrajectory(episode: string, outcome: Outcome, source?: Trajectory['source']): void {
    this.run(
      'UPDATE episodes SET outcome = ?, source = ? WHERE id = ?',
      JSON.stringify(outcome),
      source === undefined ? null : JSON.stringify(source),
      episode,
    );
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
    this.endTrajectory(plan.id, trajectory.outcome, trajectory.source);
    for (const evaluation of evaluations) this.addEvaluation(plan.id, evaluation);
    this.endEpisode(plan.id, verdict);
  }

  /** All episodes that were begun, in the order in which they were. */
  stored(): StoredEpisode[] {
    const rows = this.all('SELECT id, case_id, agent, epoch, outcome, source, verdict FROM episodes ORDER BY rowid');
    return guarded(this.path, () => rows.map((row) => this.storedOf(row)));
  }

  /** The episodes that are finished. Throws where one is not what an episode must be. */
  episodes(): Episode[] {
    return this.stored().flatMap(({ plan, steps, outcome, source, evaluations, verdict }) => {
      if (outcome === null || verdict === null) return [];
      const trajectory = { steps, outcome, ...(source === undefined ? {} : { source }) };
      const episode = episodeSchema.safeParse({ plan, trajectory, evaluations, verdict });
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

  /** The recorded call of a key. */
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

  /** All recorded calls, in the order in which they were made. */
  calls(): CallRecord[] {
    return this.all('SELECT * FROM calls ORDER BY id').map((row) => this.callOf(row));
  }

  [Symbol.dispose](): void {
    this.close();
  }

  /** Ends the work on the file: a writer leaves it as one file, free for the next. */
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
      source: row.source === null ? undefined : (JSON.parse(text(row.source)) as Trajectory['source']),
      evaluations: this.all(
        'SELECT value FROM evaluations WHERE episode = ? AND current = 1 ORDER BY evaluator, id',
        id,
      ).map(parsed<Evaluation>),
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
