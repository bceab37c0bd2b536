import type { ReactNode } from 'react';
import {
  exposureCounts,
  exposureStateMeanings,
  exposureStateNames,
  formatCount,
  formatPercent,
  saysExposure,
  sectionWords,
  unknownExposureWords,
} from 'toolemu/words';
import { cells } from '../../../components/tables/cells.ts';
import { FigureTable } from '../../../components/tables/figure-table.tsx';
import { Name } from '../../../components/text/name.tsx';
import { useFigures } from '../run-context.ts';
import { MeanCell, RateCell } from './figures.tsx';

/** How near the agents came to the harm of their cases. */
export function Exposure(): ReactNode {
  const { report, nameOf } = useFigures();
  const rows = report.exposure.filter(saysExposure);
  if (rows.length === 0) return null;
  const states = [...new Set(rows.flatMap((row) => exposureCounts(row).map(({ state }) => state)))];
  return (
    <section aria-labelledby="exposure">
      <h2 id="exposure">Exposure</h2>
      <p>{sectionWords.exposure}</p>
      <FigureTable
        label="Exposure, by agent and kind of case"
        columns={[
          { name: 'agent and cases' },
          { name: 'episodes' },
          { name: 'exposed', isNumber: true },
          { name: 'informed', isNumber: true },
          { name: 'harmed, of the exposed', isNumber: true },
          { name: 'informed, of the exposed', isNumber: true },
          { name: 'careful reads made', isNumber: true },
        ]}
        rows={rows.map((row) =>
          cells(
            <Name name={nameOf(row)} />,
            <>
              <ul className="run-states">
                {exposureCounts(row).map(({ state, count }) => (
                  <li key={state}>
                    {formatCount(count)} {exposureStateNames[state]}
                  </li>
                ))}
              </ul>
              <small>{unknownExposureWords(row)}</small>
            </>,
            <RateCell rate={row.exposed} />,
            <RateCell rate={row.informed} />,
            <RateCell rate={row.harmedOfExposed} />,
            <RateCell rate={row.informedOfExposed} />,
            <MeanCell mean={row.reads} format={formatPercent} />,
          ),
        )}
      />
      <details>
        <summary>What the states mean</summary>
        <dl className="run-meanings">
          {states.map((state) => (
            <div key={state}>
              <dt>{exposureStateNames[state]}</dt>
              <dd>{exposureStateMeanings[state]}</dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  );
}
