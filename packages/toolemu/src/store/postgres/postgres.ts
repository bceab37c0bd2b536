import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { messageOf } from '../../contract/index.ts';
import { rememberAddress, withoutCredentials } from '../../platform/index.ts';

export type Row = Record<string, unknown>;

/** Sends a statement, and gives its rows. */
export type Query = (text: string, values?: readonly unknown[]) => Promise<Row[]>;

/** A text that is no address of a database. */
export class QueueAddressError extends Error {
  override readonly name = 'QueueAddressError';
}

/** A database that cannot be used as a queue. The message says what to do, and never holds a password. */
export class QueueError extends Error {
  override readonly name = 'QueueError';
}

export interface PostgresOptions {
  /** Connections that are open at a time, at most. */
  readonly connections?: number;
  /** Whether statements wait for a database that does not answer; they do by default. */
  readonly isPatient?: boolean;
  /** Told, in words, when the database stops answering, and when it answers again. */
  readonly onNote?: ((note: string) => void) | undefined;
}

const longestPauseMs = 2000;
const longestStatementMs = 60_000;

/**
 * A PostgreSQL database. While it does not answer, statements wait until it does: a restart of the database ends nothing.
 * A statement whose connection was lost is sent again, so each must be one that may be carried out twice.
 */
export class Postgres implements AsyncDisposable {
  readonly url: string;
  private readonly pool: pg.Pool;
  private readonly options: PostgresOptions;
  private isAnswering = true;

  private constructor(url: string, pool: pg.Pool, options: PostgresOptions) {
    this.url = url;
    this.pool = pool;
    this.options = options;
  }

  /** Connects to a database. Throws {@link QueueError} where it cannot be reached now. */
  static async open(url: string, options: PostgresOptions = {}): Promise<Postgres> {
    rememberAddress(url);
    const pool = poolOf(url, options.connections ?? 4);
    try {
      await pool.query('SELECT 1');
    } catch (error) {
      await pool.end();
      throw new QueueError(`${placeOf(url)} cannot be reached: ${reasonOf(error)}. ${remedyFor(error)}`);
    }
    return new Postgres(url, pool, options);
  }

  query: Query = (text, values = []) =>
    this.patiently(async () => (await this.pool.query(text, [...values])).rows as Row[]);

  /** Queries each of which is waited for so long, in place of a minute. */
  within(milliseconds: number): Query {
    return (text, values = []) =>
      this.patiently(async () => {
        const statement = { text, values: [...values], query_timeout: milliseconds };
        return (await this.pool.query(statement)).rows as Row[];
      });
  }

  /** Does several statements as one. */
  transaction<T>(work: (query: Query) => Promise<T>): Promise<T> {
    return this.patiently(async () => {
      const client = await this.pool.connect();
      let failure: unknown;
      try {
        await client.query('BEGIN');
        const result = await work(async (text, values = []) => (await client.query(text, [...values])).rows as Row[]);
        await client.query('COMMIT');
        return result;
      } catch (error) {
        failure = error;
        if (!isLost(error)) await client.query('ROLLBACK');
        throw error;
      } finally {
        client.release(isLost(failure));
      }
    });
  }

  async close(): Promise<void> {
    await this.pool.end();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** Does again what failed since the database did not answer, as soon as it does. */
  private async patiently<T>(work: () => Promise<T>): Promise<T> {
    for (let pause = 100; ; pause = Math.min(longestPauseMs, 2 * pause)) {
      try {
        const result = await work();
        this.tell(true, '');
        return result;
      } catch (error) {
        if (isCollision(error)) {
          await wait(pause * Math.random());
          continue;
        }
        if (!isLost(error) || this.options.isPatient === false) throw error;
        this.tell(false, reasonOf(error));
        await wait(pause);
      }
    }
  }

  private tell(isAnswering: boolean, reason: string): void {
    if (isAnswering === this.isAnswering) return;
    this.isAnswering = isAnswering;
    this.options.onNote?.(
      isAnswering ? 'the database answers again' : `the database does not answer (${reason}): waiting for it`,
    );
  }
}

/** Where a database is, without who may use it. PostgreSQL's variables say what the address leaves out. */
export function placeOf(url: string, env: Readonly<Record<string, string | undefined>> = process.env): string {
  const { hostname, port, pathname, searchParams } = parsed(url);
  const host = hostname || (searchParams.get('host') ?? env.PGHOST ?? '');
  const place = host === '' || host.startsWith('/') ? 'this machine' : host;
  const database = pathname.length > 1 || env.PGDATABASE === undefined ? pathname : `/${env.PGDATABASE}`;
  return `PostgreSQL at ${place}${port === '' ? '' : `:${port}`}${database}`;
}

function remedyFor(error: unknown): string {
  const code = error instanceof pg.DatabaseError ? error.code : undefined;
  if (code === '3D000') return 'Make it with createdb';
  if (code === tooManyConnections) return 'Raise max_connections of the server, or start fewer workers';
  return 'Check the address, and the user and password in it or in PGUSER and PGPASSWORD';
}

function poolOf(url: string, connections: number): pg.Pool {
  parsed(url);
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 10_000,
    // A machine that is gone says nothing: what it owes an answer is asked again.
    query_timeout: longestStatementMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    idle_in_transaction_session_timeout: longestStatementMs,
  });
  // Connections break when the database restarts, idle ones and others: the next statement opens another.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

function parsed(url: string): URL {
  const address = URL.canParse(url) ? new URL(url) : null;
  // A password with a slash in it ends the name of the host, and what is left of it would be shown as the database.
  if (address === null || !/^postgres(ql)?:$/.test(address.protocol) || address.pathname.includes('@')) {
    throw new QueueAddressError(
      'the address of a queue is one of PostgreSQL, as in postgres://user@host:5432/database; in a password / is written %2F, and @ %40',
    );
  }
  return address;
}

const tooManyConnections = '53300';

/**
 * Classes and codes of PostgreSQL's errors, and of sockets', that pass: a connection is no more, the server lacks
 * connections, memory or disk, or only answers questions for now.
 */
const passingCodes =
  /^(08\w{3}|53\w{3}|57P0[123]|25006|ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN)$/;
const lostWords =
  /Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error/;

function isLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isLost);
  const { code } = error as NodeJS.ErrnoException;
  return (code !== undefined && passingCodes.test(code)) || lostWords.test(error.message);
}

/** Whether a transaction gave way to another, and can be done again. */
function isCollision(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '40P01' || error.code === '40001');
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(reasonOf).join('; ');
  return withoutCredentials(messageOf(error));
}
