import { UsageError } from './failure.ts';
import { note } from './output.ts';

/** Whether there is a terminal in which a person can be asked. */
export function hasTerminal(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/**
 * Asks a person whether to go on, and says that nothing was called where the answer is no. Throws a {@link UsageError} with
 * `without` where there is no terminal.
 */
export async function askToGoOn({
  question,
  without,
  initialValue = false,
}: {
  question: string;
  without: string;
  /** What the key Enter answers. */
  initialValue?: boolean;
}): Promise<boolean> {
  if (!hasTerminal()) throw new UsageError(without);
  const { confirm, isCancel } = await import('@clack/prompts');
  const answer = await confirm({ message: question, initialValue, output: process.stderr });
  if (!isCancel(answer) && answer) return true;
  note('nothing was called');
  return false;
}
