import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { Option } from '@commander-js/extra-typings';
import { isFromEnvFile, rememberAddress } from '../../platform/index.ts';
import { loadEnvironment } from '../play/model-access.ts';
import { UsageError } from '../terminal/failure.ts';

/** The address of a queue as an option gives it, or else the environment. */
export function queueAddress(given: string | boolean | undefined): string {
  loadEnvironment();
  const address = typeof given !== 'string' ? process.env.TOOLEMU_QUEUE : given;
  if (address === undefined || address === '')
    throw new UsageError(
      'say where the queue is: --queue postgres://user@host:5432/database, or TOOLEMU_QUEUE in the environment or in .env',
    );
  const secret = passwordSource();
  if (typeof given !== 'string' && isFromEnvFile('TOOLEMU_QUEUE') && secret !== null)
    throw new UsageError(`.env names the queue, which may get a password from ${secret}. Name the queue by --queue`);
  rememberAddress(address);
  return address;
}

/** Where a client of PostgreSQL finds a password that its address does not give. */
function passwordSource(): string | null {
  const variable = ['PGPASSWORD', 'PGPASSFILE'].find((name) => process.env[name] !== undefined);
  if (variable !== undefined) return variable;
  const { APPDATA } = process.env;
  const files = [
    path.join(homedir(), '.pgpass'),
    ...(APPDATA === undefined ? [] : [path.join(APPDATA, 'postgresql', 'pgpass.conf')]),
  ];
  return files.find((file) => existsSync(file)) ?? null;
}

/** The option that says where a queue is. */
export function queueOption() {
  return new Option(
    '--queue [url]',
    'address of the queue, as in postgres://user@host:5432/database (default: TOOLEMU_QUEUE)',
  );
}
