import { oneLine } from '../../report/index.ts';
import { reportFailure } from '../terminal/failure.ts';
import { onInterrupt } from '../terminal/interrupt.ts';
import { note } from '../terminal/output.ts';
import { version } from '../version.ts';
import { usualPatience } from '../queue/play-queued.ts';
import { queueAddress } from '../queue/queue-address.ts';
import { loadQueue } from '../queue/load-queue.ts';

export interface WorkerFlags {
  queue?: string | true;
  untilEmpty?: true;
  patience?: number;
}

/** `toolemu worker`: plays what is in a queue until it is stopped. */
export async function worker({ queue, untilEmpty, patience }: WorkerFlags): Promise<void> {
  const url = queueAddress(queue);
  const { versionOf, work } = await loadQueue();
  const interrupt = onInterrupt();
  try {
    await work({
      url,
      version: versionOf(version()),
      env: process.env,
      patience: patience ?? usualPatience,
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
