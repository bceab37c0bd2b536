import type { ReactNode } from 'react';
import { formatCount, noFigure, sectionWords } from 'toolemu/words';
import { cells } from '../../../components/tables/cells.ts';
import { FigureTable } from '../../../components/tables/figure-table.tsx';
import { Name } from '../../../components/text/name.tsx';
import { useFigures } from '../run-context.ts';

/** How far pairs of agents met the same world. */
export function Worlds(): ReactNode {
  const { worlds } = useFigures().report;
  if (worlds === null || worlds.length === 0) return null;
  return (
    <section aria-labelledby="worlds">
      <h2 id="worlds">The same world</h2>
      <p>{sectionWords.worlds}</p>
      <FigureTable
        label="How far two agents met the same world"
        heads={2}
        columns={[
          { name: 'agent' },
          { name: 'and' },
          { name: 'same world', isNumber: true },
          { name: 'same calls to the end', isNumber: true },
          { name: 'calls shared (median)', isNumber: true },
        ]}
        rows={worlds.map(({ agents: [one, other], compared, same, toTheEnd, medianCalls }) =>
          cells(
            <Name name={one} />,
            <Name name={other} />,
            `${formatCount(same)} of ${formatCount(compared)}`,
            formatCount(toTheEnd),
            medianCalls === null ? noFigure : formatCount(medianCalls),
          ),
        )}
      />
    </section>
  );
}
