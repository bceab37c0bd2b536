import type { Command } from '@commander-js/extra-typings';
import type { QueueStatus } from '../../../contract/index.ts';
import { oneLine, renderTextTable } from '../../../report/index.ts';
import { plural, shellWord } from '../../../words/index.ts';
import { examples } from '../../options/help.ts';
import { loadQueue } from '../../queue/load-queue.ts';
import { queueAddress, queueOption } from '../../queue/queue-address.ts';
import { print, printJson, self } from '../../terminal/output.ts';

export function register(command: Command): void {
  queueStatusOptions(command)
    .addHelpText('after', examples('toolemu queue status', 'toolemu queue status --json'))
    .action(queueStatus);
}

function queueStatusOptions(command: Command) {
  return command.addOption(queueOption()).option('--json', 'print the result as JSON');
}

export interface StatusFlags {
  queue?: string | true;
  json?: true;
}

/** `toolemu queue status`. */
export async function queueStatus({ queue, json }: StatusFlags): Promise<void> {
  const { statusOf } = await loadQueue();
  const status = await statusOf(queueAddress(queue));
  if (json === true) printJson(status);
  else print(statusText(status));
}

/** What goes on in a queue, as text. */
export function statusText({ workers, runs, stuck }: QueueStatus): string {
  const here = workers.filter(({ state }) => state !== 'gone').length;
  const parts = [
    here === 0 ? `no worker is there: start some with ${self} worker` : `${plural(here, 'worker')} here`,
    ...(workers.length === 0
      ? []
      : [
          tableOf(
            ['worker', 'version', 'state', 'seen', 'plays', 'calls'],
            workers.map((one) => [
              one.id,
              one.version,
              one.state,
              `${duration(one.seenSecondsAgo)} ago`,
              plural(one.playing, 'case'),
              String(one.calls),
            ]),
          ),
        ]),
    ...workers.flatMap(({ id, reason }) => (reason === null ? [] : [`${id} ended: ${oneLine(reason)}`])),
    runs.length === 0 ? 'no run is in the queue' : plural(runs.length, 'run'),
    ...(runs.length === 0
      ? []
      : [
          tableOf(
            ['run', 'file', 'state', 'waiting', 'playing', 'done', 'aside', 'a minute', 'spent'],
            runs.map(({ id, name, state, tasks, tasksPerMinute, spentUsd, maxCostUsd }) => [
              id,
              oneLine(name),
              state,
              String(tasks.waiting),
              String(tasks.playing),
              String(tasks.done),
              String(tasks.setAside),
              tasksPerMinute.toFixed(1),
              spentUsd === null ? '' : `$${spentUsd.toFixed(2)} of $${(maxCostUsd ?? 0).toFixed(2)}`,
            ]),
          ),
        ]),
    ...runs.flatMap(remarksOn),
    ...stuck.map(stuckLine),
  ];
  return parts.join('\n');
}

/** Seconds without a sign of a coordinator after which it is told. */
const coordinatorAway = 15;

function remarksOn({ id, name, version, coordinatorSeenSecondsAgo, lost }: QueueStatus['runs'][number]): string[] {
  return [
    ...(coordinatorSeenSecondsAgo < coordinatorAway
      ? []
      : [
          `${id}: nobody takes its results into ${oneLine(name)} since ${duration(coordinatorSeenSecondsAgo)}; go on with it where that file is: ${self} run --resume ${shellWord(name)} --queue`,
        ]),
    ...(lost === 0
      ? []
      : [`${id}: ${plural(lost, 'time')} a worker was lost with a case of it, and others took it over`]),
    `${id}: for workers of toolemu ${version}`,
  ];
}

function stuckLine({ run, caseId, epoch, worker, playedSeconds, tries, reason }: QueueStatus['stuck'][number]): string {
  const said = [
    ...(worker === null ? [] : [`played by ${worker} for ${duration(playedSeconds)}`]),
    ...(tries === 0 ? [] : [`tried ${plural(tries, 'time')} in vain`]),
    ...(reason === null ? [] : [oneLine(reason)]),
  ];
  return `${run}: ${oneLine(caseId)}, epoch ${epoch}: ${said.join(', ')}`;
}

function tableOf(head: string[], rows: string[][]): string {
  return renderTextTable({ head, rows, hasRules: true });
}

function duration(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}
