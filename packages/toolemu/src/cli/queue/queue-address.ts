import { UsageError } from '../terminal/failure.ts';
import { loadEnvironment } from '../play/model-access.ts';

/** The address of a queue as an option gives it, or else the environment. */
export function queueAddress(given: string | boolean | undefined): string {
  loadEnvironment();
  const address = typeof given !== 'string' ? process.env.TOOLEMU_QUEUE : given;
  if (address === undefined || address === '')
    throw new UsageError(
      'say where the queue is: --queue postgres://user@host:5432/database, or TOOLEMU_QUEUE in the environment or in .env',
    );
  return address;
}
