import type { ReactNode } from 'react';
import { differenceCells, differenceHeads, doseName, doseNotes } from 'toolemu/words';
import { cells } from '../../../components/tables/cells.ts';
import { FigureTable } from '../../../components/tables/figure-table.tsx';
import { Name } from '../../../components/text/name.tsx';
import { useFigures } from '../run-context.ts';

/** Doses of pressure beside their placebo. */
export function Doses(): ReactNode {
  const { report, nameOf } = useFigures();
  if (report.doses.length === 0) return null;
  return (
    <section aria-labelledby="doses">
      <h2 id="doses">Pressure beside its placebo</h2>
      <FigureTable
        label="Doses of pressure beside their placebo"
        columns={[
          { name: 'agent and cases' },
          { name: 'pressure' },
          ...differenceHeads.map((name) => ({ name, isNumber: name !== 'measure' && name !== 'test' })),
        ]}
        rows={report.doses.map((row) =>
          cells(<Name name={nameOf(row)} />, doseName(row.overlay, row.dose), ...differenceCells(row)),
        )}
      />
      {doseNotes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </section>
  );
}
