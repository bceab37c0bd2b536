import { CommanderError } from 'commander';

/** A command line that asks for something that cannot be: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Says on stderr what went wrong and gives the exit code. */
export function reportFailure(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof UsageError) {
    process.stderr.write(`toolemu: ${error.message}\n`);
    return 2;
  }
  process.stderr.write(`toolemu: ${error instanceof Error ? error.message : String(error)}\n`);
  if (process.env.TOOLEMU_DEBUG !== undefined && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  return 1;
}
