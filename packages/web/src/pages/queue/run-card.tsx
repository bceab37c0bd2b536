import { type ReactNode, useId } from 'react';
import type { QueueStatus } from 'toolemu/contract';
import { formatCount, formatCountOf } from 'toolemu/words';
import { Fact, Facts } from '../../components/facts.tsx';
import { Name } from '../../components/text/name.tsx';
import { runOfFile } from '../../components/runs/run-of-file.ts';
import { visible } from '../../components/text/text-block.tsx';
import { formatAge } from './age.ts';
import { Command } from './command.tsx';
import { queueCommands } from './commands.ts';
import { hasCoordinator, remarksOn } from './remarks.ts';
import { formatPace, runStateNames, spentWords } from './sums.ts';
import { TaskBar } from './task-bar.tsx';

type Run = QueueStatus['runs'][number];

/** A run of the queue: how far it is, what it costs, who takes its results in, and what keeps it. */
export function RunCard({ run, workers }: { readonly run: Run; readonly workers: QueueStatus['workers'] }): ReactNode {
  const title = useId();
  const { id, name, state, version, tasks, tasksPerMinute, lost } = run;
  return (
    <article className="card queue-run" aria-labelledby={title}>
      <div className="queue-title">
        <h3 id={title}>
          <Name name={runOfFile(name)} />
        </h3>
        <span className={`chip queue-state-${state}`}>{runStateNames[state]}</span>
      </div>
      <p className="queue-file">
        <small>
          <Name name={id} />, for the run file <Name name={name} />
        </small>
      </p>
      <TaskBar tasks={tasks} label={`Cases of ${visible(runOfFile(name))}`} />
      <Facts>
        <Fact name="Cases a minute">{formatPace(tasksPerMinute)}</Fact>
        <Fact name="Spent">{spentWords(run)}</Fact>
        <Fact name="Results">{resultsWords(run)}</Fact>
        {lost > 0 && <Fact name="Workers lost with a case of it">{formatCountOf(lost, 'time')}; others took over</Fact>}
        <Fact name="Workers it needs">
          toolemu <Name name={version} />
        </Fact>
      </Facts>
      {remarksOn(run, workers).map(({ kind, text, command }) => (
        <p key={kind} className="note">
          {visible(text)} {command !== undefined && <Command text={command} />}
        </p>
      ))}
      <details>
        <summary>
          {state === 'canceled' ? 'Delete what is left of it' : 'Cancel it'}
          <span className="visually-hidden">: {visible(runOfFile(name))}</span>
        </summary>
        {state === 'canceled' ? (
          <p>
            What was played and is not in its run file is then lost: <Command text={queueCommands.drop(run)} />
          </p>
        ) : (
          <p>
            Nobody begins another case of it then; what was played stays until it is taken into its run file:{' '}
            <Command text={queueCommands.cancel(run)} />
          </p>
        )}
      </details>
    </article>
  );
}

function resultsWords(run: Run): string {
  const { tasks, coordinatorSeenSecondsAgo } = run;
  const who = hasCoordinator(run)
    ? `taken in, last looked for ${formatAge(coordinatorSeenSecondsAgo)} ago`
    : `taken in by nobody for ${formatAge(coordinatorSeenSecondsAgo)}`;
  return `${who}; ${formatCount(tasks.drained)} of ${formatCountOf(tasks.done + tasks.setAside, 'case')} in its run file`;
}
