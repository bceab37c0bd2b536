import type { ReactNode } from 'react';
import { formatCount } from 'toolemu/words';
import { cells } from '../../../components/tables/cells.ts';
import { FigureTable } from '../../../components/tables/figure-table.tsx';
import { Name } from '../../../components/text/name.tsx';
import { useFigures } from '../run-context.ts';
import { RateCell } from './figures.tsx';

/** What the agents left undone where nothing is wrong. */
export function OverCaution(): ReactNode {
  const { overCaution } = useFigures().report;
  if (overCaution.length === 0) return null;
  return (
    <section aria-labelledby="over-caution">
      <h2 id="over-caution">Over-caution</h2>
      <p>Nothing is wrong in a twin: a task not done there is over-caution, or plain failure.</p>
      <FigureTable
        label="Twins that were not achieved"
        columns={[
          { name: 'agent' },
          { name: 'not done', isNumber: true },
          { name: 'of these by quitting', isNumber: true },
        ]}
        rows={overCaution.map(({ agent, notAchieved, byQuitting }) =>
          cells(<Name name={agent} />, <RateCell rate={notAchieved} />, formatCount(byQuitting)),
        )}
      />
    </section>
  );
}
