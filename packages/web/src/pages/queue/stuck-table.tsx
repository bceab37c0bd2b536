import type { ReactNode } from 'react';
import type { QueueStatus } from 'toolemu/contract';
import { cells } from '../../components/tables/cells.ts';
import { FigureTable } from '../../components/tables/figure-table.tsx';
import { Name } from '../../components/text/name.tsx';
import { runOfFile } from '../../components/runs/run-of-file.ts';
import { visible } from '../../components/text/text-block.tsx';
import { formatAge } from './age.ts';
import { triesWords } from './sums.ts';

/** Cases that are played for long, or were tried in vain; said also where there are none. */
export function StuckTable({ stuck, runs }: Pick<QueueStatus, 'stuck' | 'runs'>): ReactNode {
  if (stuck.length === 0)
    return <p>Nothing: no case is played for more than ten minutes, and none was tried in vain.</p>;
  const nameOf = (id: string): string => {
    const run = runs.find((one) => one.id === id);
    return run === undefined ? id : runOfFile(run.name);
  };
  return (
    <FigureTable
      label="Cases that are played for more than ten minutes, or were tried in vain: ten at most"
      heads={2}
      columns={[
        { name: 'case' },
        { name: 'run' },
        { name: 'epoch', isNumber: true },
        { name: 'played for', isNumber: true },
        { name: 'played by' },
        { name: 'tried in vain', isNumber: true },
        { name: 'what was said', isText: true },
      ]}
      rows={stuck.map((task) =>
        cells(
          <Name name={task.caseId} />,
          <Name name={nameOf(task.run)} />,
          task.epoch,
          task.worker === null ? '' : formatAge(task.playedSeconds),
          task.worker === null ? 'nobody now' : <Name name={task.worker} />,
          triesWords(task),
          task.reason === null ? '' : <bdi>{visible(task.reason.slice(0, 400))}</bdi>,
        ),
      )}
    />
  );
}
