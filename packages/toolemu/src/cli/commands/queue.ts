import type { Command } from '@commander-js/extra-typings';
import { register as registerCancel } from './queue/cancel.ts';
import { register as registerStatus } from './queue/status.ts';

/** The commands of a queue. */
export function register(command: Command): void {
  registerStatus(command.command('status').description('show its workers, its runs, and what is stuck'));
  registerCancel(
    command.command('cancel').description('have nobody play a run any more; what was played goes into its run file'),
  );
}
