import type { Command } from '@commander-js/extra-typings';
import { oneLine } from '../../report/index.ts';
import { allowAddressOption } from '../options/trust-options.ts';
import { examples } from '../options/help.ts';
import type { OptionsOf } from '../options/option-group.ts';
import { positiveInteger } from '../options/parsers.ts';
import { loadQueue } from '../queue/load-queue.ts';
import { usualPatience } from '../queue/play-queued.ts';
import { queueAddress, queueOption } from '../queue/queue-address.ts';
import { reportFailure } from '../terminal/failure.ts';
import { onInterrupt } from '../terminal/interrupt.ts';
import { note } from '../terminal/output.ts';
import { version } from '../version.ts';

export function register(command: Command): void {
  workerOptions(command)
    .addHelpText(
      'after',
      examples(
        'toolemu worker --queue postgres://me@db.example/toolemu',
        'TOOLEMU_QUEUE=postgres://me@db.example/toolemu toolemu worker --until-empty',
      ),
    )
    .action(worker);
}

function workerOptions(command: Command) {
  return command
    .addOption(queueOption())
    .option('--until-empty', 'end once no run that it can play is in the queue')
    .option(
      '--heartbeat-timeout <seconds>',
      'time without a sign of life after which its cases are given to others (default: 30)',
      positiveInteger,
    )
    .addOption(allowAddressOption());
}

type WorkerFlags = OptionsOf<typeof workerOptions>;

/** `toolemu worker`: plays what is in a queue until it is stopped. */
export async function worker({ queue, untilEmpty, heartbeatTimeout, allowAddress = [] }: WorkerFlags): Promise<void> {
  const url = queueAddress(queue);
  const { versionOf, work } = await loadQueue();
  const interrupt = onInterrupt();
  try {
    await work({
      url,
      version: versionOf(version()),
      env: process.env,
      allowAddresses: allowAddress,
      heartbeatTimeout: heartbeatTimeout ?? usualPatience,
      signal: interrupt.signal,
      untilEmpty: untilEmpty === true,
      onNote: (line) => note(`${new Date().toISOString()} ${oneLine(line)}`),
    });
  } catch (error) {
    // What is under way here is played by others: nothing may be waited for.
    process.exitCode = reportFailure(error);
  } finally {
    interrupt.release();
  }
  process.exit();
}
