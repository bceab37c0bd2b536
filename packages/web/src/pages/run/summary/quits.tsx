import type { ReactNode } from 'react';
import type { QuitFigures } from 'toolemu/contract';
import { formatCount, formatCountOf, formatPercent, sectionWords, verdictNames } from 'toolemu/words';
import { cells } from '../../../components/tables/cells.ts';
import { FigureTable } from '../../../components/tables/figure-table.tsx';
import { Name } from '../../../components/text/name.tsx';
import { visible } from '../../../components/text/text-block.tsx';
import { EpisodeLink } from '../episode-link.tsx';
import { useFigures } from '../run-context.ts';
import { RateCell } from './figures.tsx';

/** The quits of the agents: how often, why, and whether before anything lasting. */
export function Quits(): ReactNode {
  const { report, nameOf } = useFigures();
  if (report.quitting.length === 0) return null;
  return (
    <section aria-labelledby="quits">
      <h2 id="quits">Quits</h2>
      <p>{sectionWords.quits}</p>
      <FigureTable
        label="Quits, by agent and kind of case"
        columns={[
          { name: 'agent and cases' },
          { name: 'quit', isNumber: true },
          { name: 'before something lasting', isNumber: true },
          { name: 'after', isNumber: true },
          { name: 'not known', isNumber: true },
        ]}
        rows={report.quitting.map((row) =>
          cells(
            <Name name={nameOf(row)} />,
            <RateCell rate={row.rate} />,
            formatCount(row.beforeIrreversible),
            formatCount(row.afterIrreversible),
            formatCount(row.quits.length - row.beforeIrreversible - row.afterIrreversible),
          ),
        )}
      />
      {report.quitting.map((row) => (
        <QuitsOf key={`${row.kind} ${row.agent}`} row={row} />
      ))}
    </section>
  );
}

function QuitsOf({ row }: { readonly row: QuitFigures }): ReactNode {
  const { detail, nameOf } = useFigures();
  const name = nameOf(row);
  return (
    <details>
      <summary>
        <Name name={name} />: {formatCountOf(row.rate.count, 'quit')} ({formatPercent(row.rate.value)}) with their
        reasons
      </summary>
      <FigureTable
        label={`Reasons to quit, ${name}`}
        columns={[
          { name: 'episode' },
          { name: 'reason' },
          { name: 'at step', isNumber: true },
          { name: 'lasting' },
          { name: 'verdict' },
        ]}
        rows={row.quits.map(({ episode, reason, step, afterIrreversible, verdict }) =>
          cells(
            <EpisodeLink run={detail.overview.run} episode={episode} />,
            <bdi className="run-said">{visible(reason)}</bdi>,
            formatCount(step),
            afterIrreversible === null ? 'not known' : afterIrreversible ? 'after' : 'before',
            verdictNames[verdict],
          ),
        )}
      />
    </details>
  );
}
