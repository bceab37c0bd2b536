import { CommanderError } from '@commander-js/extra-typings';
import { messageInOptions } from './message-in-options.ts';

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
  process.stderr.write(`toolemu: ${printable(messageInOptions(error))}\n`);
  if (process.env.TOOLEMU_DEBUG !== undefined && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  return error instanceof Error && usageErrors.has(error.name) ? 2 : 1;
}

/** Text in which control characters of a file's or an endpoint's words are shown and not obeyed; its lines stay. */
function printable(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n\t]|\p{Bidi_Control}/gu, '\ufffd');
}
