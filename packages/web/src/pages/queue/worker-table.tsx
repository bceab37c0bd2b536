import { type ReactNode, useState } from 'react';
import type { QueueStatus } from 'toolemu/contract';
import { formatCount, formatCountOf } from 'toolemu/words';
import { cells } from '../../components/tables/cells.ts';
import { FigureTable } from '../../components/tables/figure-table.tsx';
import { Name } from '../../components/text/name.tsx';
import { formatAge } from './age.ts';
import { Command } from './command.tsx';
import { queueCommands } from './commands.ts';
import { failuresOf, workerStateNames } from './sums.ts';

/** So many are shown unless more are asked for. */
const most = 50;

/** The workers of a queue; those that left lately below them. */
export function Workers({ workers }: Pick<QueueStatus, 'workers'>): ReactNode {
  const there = workers.filter(({ state }) => state !== 'gone');
  const gone = workers.filter(({ state }) => state === 'gone');
  return (
    <>
      {there.length === 0 ? (
        <p>
          No worker is there. Start some, on any machine that reaches the database:{' '}
          <Command text={queueCommands.work} />
        </p>
      ) : (
        <WorkerTable workers={there} label="Workers that are there" />
      )}
      {failuresOf(workers).map((reason) => (
        <p key={reason}>A worker ended: {reason}</p>
      ))}
      {gone.length > 0 && (
        <details className="queue-gone">
          <summary>{formatCountOf(gone.length, 'worker')} left within an hour</summary>
          <WorkerTable workers={gone} label="Workers that left within an hour" />
        </details>
      )}
    </>
  );
}

function WorkerTable({ workers, label }: Pick<QueueStatus, 'workers'> & { readonly label: string }): ReactNode {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? workers : workers.slice(0, most);
  return (
    <>
      <FigureTable
        label={label}
        columns={[
          { name: 'worker' },
          { name: 'state' },
          { name: 'toolemu' },
          { name: 'host' },
          { name: 'heard of', isNumber: true },
          { name: 'up for', isNumber: true },
          { name: 'plays', isNumber: true },
          { name: 'calls answered', isNumber: true },
        ]}
        rows={shown.map((one) =>
          cells(
            <Name name={one.id} />,
            <span className={`chip queue-worker-${one.state}`}>{workerStateNames[one.state]}</span>,
            <Name name={one.version} />,
            <Name name={one.host} />,
            `${formatAge(one.seenSecondsAgo)} ago`,
            formatAge(one.uptimeSeconds),
            formatCountOf(one.playing, 'case'),
            formatCount(one.calls),
          ),
        )}
      />
      {shown.length < workers.length && (
        <button type="button" className="quiet" onClick={() => setWhole(true)}>
          Show all {formatCountOf(workers.length, 'worker')}
        </button>
      )}
    </>
  );
}
