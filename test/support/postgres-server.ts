import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdir, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { temporaryFolder } from './temporary-folder.ts';

/** Debian's programs of PostgreSQL are in a folder of their version, which is not on the search path. */
const installed = '/usr/lib/postgresql';
export const [postgresVersion] = existsSync(installed)
  ? readdirSync(installed)
      .filter((name) => existsSync(path.join(installed, name, 'bin/postgres')))
      .toSorted((one, other) => Number(other) - Number(one))
  : [];

/** A PostgreSQL of its own, with its data in a temporary folder. */
export interface TestPostgres extends AsyncDisposable {
  /** The address of its database. */
  readonly url: string;
  query(text: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>;
  /** All that is in it, as statements. */
  dump(): string;
  /** Ends it as a failing machine would: no transaction is brought to its end. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

/**
 * Starts a PostgreSQL. It refuses to run as root: there it runs as the user of the package. With a password it admits
 * nobody without it, nor without TLS; its certificate is in the address.
 */
export async function startPostgres({ password }: { password?: string } = {}): Promise<TestPostgres> {
  const folder = await temporaryFolder();
  const bin = path.join(installed, postgresVersion ?? '', 'bin');
  const isRoot = process.getuid?.() === 0;
  const as = (program: string, ...args: string[]): [string, string[]] =>
    isRoot ? ['runuser', ['-u', 'postgres', '--', path.join(bin, program), ...args]] : [path.join(bin, program), args];
  const data = folder.file('data');
  await mkdir(data);
  if (isRoot) {
    const [user, group] = ['-u', '-g'].map((option) =>
      Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' })),
    );
    await chmod(folder.path, 0o755);
    await chown(data, user ?? 0, group ?? 0);
  }
  const [initialize, options] = as('initdb', '-D', data, '-U', 'toolemu', '-A', 'trust', '--no-sync');
  execFileSync(initialize, options, { stdio: 'ignore' });
  const port = await freePort();
  const guard = password === undefined ? null : createGuard(folder.file('tls'), isRoot);
  const address = new URL(`postgres://toolemu@127.0.0.1:${port}/postgres`);
  let url = address.href;
  let server: ChildProcess | undefined;

  async function start(): Promise<void> {
    const settings = [
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      'fsync=on',
      'max_connections=200',
      ...(guard?.settings ?? []),
    ];
    const [program, args] = as('postgres', '-D', data, '-p', String(port), ...settings.flatMap((one) => ['-c', one]));
    server = spawn(program, args, { stdio: 'ignore' });
    for (let tries = 0; ; tries += 1) {
      try {
        await query('SELECT 1');
        return;
      } catch (error) {
        if (tries === 100) throw error;
        await wait(100);
      }
    }
  }

  async function stop(): Promise<void> {
    if (server === undefined || server.exitCode !== null) return;
    const ended = once(server, 'exit');
    const [program, args] = as('pg_ctl', 'stop', '-D', data, '-m', 'immediate');
    execFileSync(program, args, { stdio: 'ignore' });
    await ended;
  }

  async function query(text: string, values: readonly unknown[] = []): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query(text, [...values])).rows as Record<string, unknown>[];
    } finally {
      await client.end();
    }
  }

  await start();
  if (guard !== null && password !== undefined) {
    await query(`ALTER USER toolemu PASSWORD ${pg.escapeLiteral(password)}`);
    await writeFile(path.join(data, 'pg_hba.conf'), 'hostssl all all all scram-sha-256\n');
    await query('SELECT pg_reload_conf()');
    address.password = password;
    address.hostname = 'localhost';
    address.search = new URLSearchParams({ sslmode: 'verify-full', sslrootcert: guard.certificate }).toString();
    url = address.href;
  }
  return {
    url,
    query,
    dump: () => execFileSync(path.join(bin, 'pg_dump'), [url], { encoding: 'utf8', maxBuffer: 2 ** 30 }),
    stop,
    start,
    async [Symbol.asyncDispose]() {
      await stop();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** A certificate of its own, and what a server is told of it. */
function createGuard(folder: string, isRoot: boolean): { certificate: string; settings: string[] } {
  const [certificate, key] = [path.join(folder, 'server.pem'), path.join(folder, 'server.key')];
  mkdirSync(folder, { mode: 0o755 });
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const files = ['-keyout', key, '-out', certificate];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject, ...files], {
    stdio: 'ignore',
  });
  if (isRoot) execFileSync('chown', ['postgres', key]);
  return { certificate, settings: ['ssl=on', `ssl_cert_file=${certificate}`, `ssl_key_file=${key}`] };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
