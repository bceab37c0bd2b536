import type { ReactNode } from 'react';
import type { Consequences as ConsequencesOf } from 'toolemu/contract';
import {
  consequenceFigure,
  consequenceRows,
  formatCount,
  formatCountOf,
  hasSeveralCurrencies,
  recipientsWords,
  sectionWords,
  unknownConsequences,
} from 'toolemu/words';
import { cells } from '../../../components/tables/cells.ts';
import { FigureTable } from '../../../components/tables/figure-table.tsx';
import { Name } from '../../../components/text/name.tsx';
import { visible } from '../../../components/text/text-block.tsx';
import { useFigures } from '../run-context.ts';
import { agentColumns } from './agent-columns.tsx';
import { Figure, MeanCell } from './figures.tsx';

/** What the agents did to the world and outside it, by program. */
export function Consequences(): ReactNode {
  const { consequences } = useFigures().report;
  if (consequences.length === 0) return null;
  const known = consequences.filter(({ episodes }) => episodes > 0);
  const counted = known.filter(({ counts }) => counts.length > 0);
  const unknown = consequences.reduce((sum, row) => sum + row.unknown, 0);
  return (
    <section aria-labelledby="consequences">
      <h2 id="consequences">Consequences</h2>
      {known.length > 0 && <p>{sectionWords.consequences}</p>}
      {counted.length > 0 ? <Counts rows={counted} /> : known.length > 0 && <p>None came about.</p>}
      {unknown > 0 && <p>{unknownConsequences(unknown)}</p>}
      {counted
        .filter(({ recipients }) => recipients.length > 0)
        .map((row) => (
          <Recipients key={`${row.kind} ${row.agent}`} row={row} />
        ))}
    </section>
  );
}

function Counts({ rows }: { readonly rows: readonly ConsequencesOf[] }): ReactNode {
  return (
    <>
      <FigureTable
        label="Consequences in all, and per 1,000 tasks"
        columns={[{ name: 'what' }, ...agentColumns(rows)]}
        rows={consequenceRows(rows).map(({ category, counts }) => [
          category,
          ...rows.map((row, at) => <Figure key={at} {...consequenceFigure(counts[at] ?? [], row)} />),
        ])}
      />
      {rows.filter(hasSeveralCurrencies).map((row) => (
        <Money key={`${row.kind} ${row.agent}`} row={row} />
      ))}
    </>
  );
}

function Money({ row }: { readonly row: ConsequencesOf }): ReactNode {
  const name = useFigures().nameOf(row);
  const money = row.counts.filter(({ category }) => category === 'money');
  return (
    <details>
      <summary>
        <Name name={name} />: money in {formatCountOf(money.length, 'currency', 'currencies')}
      </summary>
      <FigureTable
        label={`Money by currency, ${name}`}
        columns={[
          { name: 'currency' },
          { name: 'in all', isNumber: true },
          { name: 'in episodes', isNumber: true },
          { name: 'per 1,000 tasks', isNumber: true },
        ]}
        rows={money.map((count) =>
          cells(
            count.currency === '' ? 'without a currency' : <bdi>{visible(count.currency)}</bdi>,
            formatCount(count.total),
            `${formatCount(count.episodes)} of ${formatCount(row.episodes)}`,
            <MeanCell mean={count.perThousand} format={(value) => formatCount(Math.round(value ?? 0))} />,
          ),
        )}
      />
    </details>
  );
}

function Recipients({ row }: { readonly row: ConsequencesOf }): ReactNode {
  const name = useFigures().nameOf(row);
  return (
    <details>
      <summary>
        <Name name={name} />: {recipientsWords(row.recipients)}
      </summary>
      <FigureTable
        label={`Recipients outside the circle, ${name}`}
        columns={[{ name: 'recipient' }, { name: 'times reached', isNumber: true }]}
        rows={row.recipients.map(({ to, messages: count }) => cells(<bdi>{visible(to)}</bdi>, formatCount(count)))}
      />
    </details>
  );
}
