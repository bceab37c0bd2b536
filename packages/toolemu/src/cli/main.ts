import { withAliases } from './aliases.ts';
import { reportFailure } from './failure.ts';
import { createProgram } from './program.ts';

/** Runs the command line. Exit codes: 0 done, 1 failed, 2 wrong usage. */
export async function main(args: readonly string[]): Promise<void> {
  try {
    await createProgram().parseAsync(withAliases(args), { from: 'user' });
  } catch (error) {
    process.exitCode = reportFailure(error);
  }
}
