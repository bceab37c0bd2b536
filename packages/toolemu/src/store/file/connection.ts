import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import { createFileAllowance } from '../packed.ts';
import { guarded } from '../run-file-error.ts';

export type Row = Record<string, SQLOutputValue>;

/** The database of a run file: each statement is prepared once, and errors say what to do. */
export class Connection {
  readonly path: string;
  /** What its values may come to once they are inflated. */
  readonly allowance = createFileAllowance();
  private readonly database: DatabaseSync;
  private readonly statements = new Map<string, StatementSync>();
  private readonly fence: () => void;
  private failure: unknown;

  /** `fence` throws where this process is not the writer any more. It is asked within each transaction, before anything is written. */
  constructor(path: string, database: DatabaseSync, fence: () => void = () => undefined) {
    this.path = path;
    this.database = database;
    this.fence = fence;
  }

  all(sql: string, ...values: SQLInputValue[]): Row[] {
    return guarded(this.path, () => this.prepared(sql).all(...values));
  }

  get(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return guarded(this.path, () => this.prepared(sql).get(...values));
  }

  /** Rows as they are asked for. Until the last one the file is read as it was at the first. */
  *iterate(sql: string, ...values: SQLInputValue[]): Generator<Row> {
    const rows = guarded(this.path, () => this.database.prepare(sql).iterate(...values));
    try {
      for (;;) {
        const next = guarded(this.path, () => rows.next());
        if (next.done === true) return;
        yield next.value;
      }
    } finally {
      // Rows that nobody asks for any more would keep the file from being closed.
      rows.return?.();
    }
  }

  /** Writes, and gives the id of the row that was inserted. */
  run(sql: string, ...values: SQLInputValue[]): number {
    return this.transaction(() => this.execute(sql, ...values));
  }

  /** Writes all or nothing. Within another transaction it is a part of that one. */
  transaction<T>(work: () => T): T {
    if (this.database.isTransaction) return work();
    this.execute('BEGIN IMMEDIATE');
    try {
      guarded(this.path, this.fence);
      const result = work();
      this.execute('COMMIT');
      return result;
    } catch (error) {
      this.failure ??= error;
      if (this.database.isTransaction) this.database.exec('ROLLBACK');
      throw error;
    }
  }

  private execute(sql: string, ...values: SQLInputValue[]): number {
    return this.write(() => Number(this.prepared(sql).run(...values).lastInsertRowid));
  }

  /** After a write that failed no other is accepted, so that no episode is ended of which a part was lost. */
  private write<T>(work: () => T): T {
    if (this.failure !== undefined) throw this.failure;
    try {
      return guarded(this.path, work);
    } catch (error) {
      this.failure = error;
      throw error;
    }
  }

  private prepared(sql: string): StatementSync {
    const known = this.statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.database.prepare(sql);
    this.statements.set(sql, statement);
    return statement;
  }
}

/** Does work on a database, all or nothing. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}
