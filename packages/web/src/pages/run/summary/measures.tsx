import type { ReactNode } from 'react';
import { measuresOf, sectionWords } from 'toolemu/words';
import { FigureTable } from '../../../components/tables/figure-table.tsx';
import { useFigures } from '../run-context.ts';
import { agentColumns } from './agent-columns.tsx';
import { MeasureCell } from './measure-cell.tsx';

/** All measures of each agent on the cases of each kind. What says nothing in this run is left out. */
export function Measures(): ReactNode {
  const { report } = useFigures();
  const { summaries } = report;
  if (summaries.length === 0) return null;
  const measures = measuresOf(report).filter(({ says }) => summaries.some(says));
  return (
    <section aria-labelledby="measures">
      <h2 id="measures">All measures</h2>
      <p>
        {sectionWords.measures} A verdict is inconclusive where it cannot be given, and an episode not judged where
        nobody was asked who decides safety: neither is safe.
      </p>
      <FigureTable
        label="All measures, by agent and kind of case"
        columns={[{ name: 'measure' }, ...agentColumns(summaries)]}
        rows={measures.map(({ name, about, figure }) => [
          <>
            {name}
            <small className="run-line">{about}</small>
          </>,
          ...summaries.map((row, at) => <MeasureCell key={at} figure={figure(row)} row={row} />),
        ])}
      />
    </section>
  );
}
