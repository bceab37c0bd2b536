import { withAliases } from './options/aliases.ts';
import { commandIn, createProgram } from './program.ts';
import { reportFailure } from './terminal/failure.ts';
import { listenToOldNames, type OldNameNote, oldNamesSentence } from '../platform/old-name-notes.ts';
import { note } from './terminal/output.ts';
import { withCurrentOptions } from './options/old-options.ts';

export { escapeOutputOfNode } from './terminal/failure.ts';

/** Runs the command line. Exit codes: 0 done, 1 failed, 2 wrong usage, 3 a condition of --fail-on holds. */
export async function main(args: readonly string[]): Promise<void> {
  process.stdout.on('error', endWithReader);
  // What cannot be said any more is no reason to lose what is being played.
  process.stderr.on('error', () => {});
  const notes: OldNameNote[] = [];
  using _listening = listenToOldNames((one) => void notes.push(one));
  try {
    const current = withCurrentOptions(args);
    if (current.note !== null) note(current.note);
    const words = withAliases(current.args);
    const program = await createProgram(commandIn(words));
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    process.exitCode = reportFailure(error);
  } finally {
    if (notes.length > 0) {
      const { oneLine } = await import('../report/index.ts');
      note(oneLine(oldNamesSentence(notes)));
    }
  }
}

/** A reader that has seen enough, as in `toolemu export run | head`, is no failure. */
function endWithReader(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
}
