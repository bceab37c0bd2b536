import { CommanderError } from '@commander-js/extra-typings';
import { withoutCredentials } from '../../platform/secrets.ts';
import { messageInOptions } from './message-in-options.ts';
import { note, printable } from './output.ts';

/** Errors of other layers that say the command line asked for what cannot be. */
const usageErrors = new Set([
  'UsageError',
  'ComparisonError',
  'ConfigError',
  'FailOnError',
  'UnknownModelError',
  'PromptStyleError',
  'QueueAddressError',
  'RealToolsError',
]);

/** A command line that asks for something that cannot be: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Says on stderr what went wrong and gives the exit code. */
export function reportFailure(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  note(withoutCredentials(`toolemu: ${messageInOptions(error)}`));
  if ((process.env.TOOLEMU_DEBUG ?? '') !== '' && error instanceof Error) note(withoutCredentials(String(error.stack)));
  return error instanceof Error && usageErrors.has(error.name) ? 2 : 1;
}

/** Has what Node itself prints, errors that nobody handles and warnings, pass the same function as everything else. */
export function escapeOutputOfNode(): void {
  process.on('uncaughtExceptionMonitor', endForUncaught);
  for (const show of process.listeners('warning')) {
    process.off('warning', show);
    process.on('warning', (warning) => show(printableError(warning)));
  }
}

function endForUncaught(error: unknown): void {
  if (process.listenerCount('uncaughtException') > 0) return;
  note(withoutCredentials(`toolemu: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`));
  process.exit(1);
}

function printableError(error: Error): Error {
  error.name = printable(error.name);
  error.message = printable(error.message);
  if (error.stack !== undefined) error.stack = printable(error.stack);
  return error;
}
