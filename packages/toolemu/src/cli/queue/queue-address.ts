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
  const secret = ['PGPASSWORD', 'PGPASSFILE'].find((name) => process.env[name] !== undefined);
  if (typeof given !== 'string' && isFromEnvFile('TOOLEMU_QUEUE') && secret !== undefined)
    throw new UsageError(`.env names the queue, which would get ${secret} of the environment: name it by --queue`);
  rememberAddress(address);
  return address;
}

/** The option that says where a queue is. */
export function queueOption() {
  return new Option(
    '--queue [url]',
    'address of the queue, as in postgres://user@host:5432/database (default: TOOLEMU_QUEUE)',
  );
}
