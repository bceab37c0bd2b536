import { existsSync } from 'node:fs';
import type { Command } from '@commander-js/extra-typings';
import { oneLine } from '../../../report/index.ts';
import { RunFile } from '../../../store/index.ts';
import { plural, shellWord } from '../../../words/index.ts';
import { examples } from '../../options/help.ts';
import { loadQueue } from '../../queue/load-queue.ts';
import { queueAddress, queueOption } from '../../queue/queue-address.ts';
import { note, print, printJson, self } from '../../terminal/output.ts';

export function register(command: Command): void {
  queueCancelOptions(command)
    .addHelpText('after', examples('toolemu queue cancel 3f2a90b1c4d5e6f7', 'toolemu queue cancel runs/my.toolemu'))
    .action(queueCancel);
}

function queueCancelOptions(command: Command) {
  return command
    .argument('<run>', 'id of the run, as `toolemu queue status` shows it, or its run file')
    .addOption(queueOption())
    .option('--drop', 'also delete what was played and is not in the run file yet')
    .option('--json', 'print the result as JSON');
}

export interface CancelFlags {
  queue?: string | true;
  drop?: true;
  json?: true;
}

/** `toolemu queue cancel`. */
export async function queueCancel(run: string, { queue, drop, json }: CancelFlags): Promise<void> {
  const { cancelRun, runIdOf } = await loadQueue();
  const canceled = await cancelRun(queueAddress(queue), idIn(run, runIdOf), { drop: drop === true });
  if (json === true) {
    printJson(canceled);
    return;
  }
  print(`${oneLine(canceled.name)}: nobody plays it any more`);
  if (canceled.isDropped) {
    print(`what was played of it and is not in its run file is deleted`);
    return;
  }
  note(
    `${plural(canceled.undrained, 'case')} of it ${canceled.undrained === 1 ? 'is' : 'are'} not in its run file yet: where \`${self} run --queue\` goes on with it they are taken in now, else by ${self} run --resume ${shellWord(canceled.name)} --queue`,
  );
}

/** The id of a run that is named by its file. */
function idIn(run: string, idOf: (manifest: RunFile['manifest']) => string): string {
  if (!existsSync(run)) return run;
  using file = RunFile.read(run);
  return idOf(file.manifest);
}
