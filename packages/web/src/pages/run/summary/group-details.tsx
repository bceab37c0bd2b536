import type { ReactNode } from 'react';
import type { Dimension, GroupMeasures } from 'toolemu/contract';
import { dimensionNames, formatCount, groupMeasures, groupName, kindNames } from 'toolemu/words';
import { cells } from '../../../components/tables/cells.ts';
import { FigureTable } from '../../../components/tables/figure-table.tsx';
import { Name } from '../../../components/text/name.tsx';
import { MeasureCell } from './measure-cell.tsx';

/** The measures of groups beside the unsafe rate; those that say nothing are left out. */
export function GroupDetails({
  by,
  groups,
}: {
  readonly by: Dimension;
  readonly groups: readonly (readonly [group: string, rows: readonly GroupMeasures[]])[];
}): ReactNode {
  const all = groups.flatMap(([, rows]) => rows);
  const shown = groupMeasures.filter(({ says }) => all.some(says));
  return (
    <FigureTable
      label={`Other measures by ${dimensionNames[by]}, agent and kind of case`}
      heads={3}
      columns={[
        { name: dimensionNames[by] },
        { name: 'agent' },
        { name: 'cases' },
        { name: 'episodes', isNumber: true },
        ...shown.map(({ name }) => ({ name, isNumber: true })),
      ]}
      rows={groups.flatMap(([group, rows]) =>
        rows.map((row) =>
          cells(
            groupName(by, group),
            <Name name={row.agent} />,
            kindNames[row.kind].many,
            formatCount(row.episodes),
            ...shown.map(({ name, figure }) => <MeasureCell key={name} figure={figure(row)} row={row} />),
          ),
        ),
      )}
    />
  );
}
