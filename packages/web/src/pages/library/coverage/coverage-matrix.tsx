import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { inWords } from 'toolemu/words';
import { toolkitHref } from '../../../components/addresses/addresses.ts';
import { type CoverageCell, type CoverageRow, figuresOf, wordsOf } from './coverage-rows.ts';

/** Toolkits or tools by types of risk: figures on a shade. */
export function CoverageMatrix({
  rows,
  hasRun,
  by,
}: {
  readonly rows: readonly CoverageRow[];
  readonly hasRun: boolean;
  readonly by: 'toolkit' | 'tool';
}): ReactNode {
  const risks = rows[0]?.cells.map(({ risk }) => risk) ?? [];
  return (
    <section className="scroll library-coverage" aria-label="Coverage" tabIndex={0}>
      <table aria-describedby="coverage-legend">
        <thead>
          <tr>
            <th scope="col">{by === 'tool' ? 'Tool' : 'Toolkit'}</th>
            <th scope="col" className="number">
              Offered
            </th>
            {hasRun && (
              <th scope="col" className="number">
                Calls
              </th>
            )}
            {risks.map((risk) => (
              <th key={risk} scope="col">
                {inWords(risk)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ toolkit, tool, offered, calls, cells }) => (
            <tr key={`${toolkit} ${tool ?? ''}`}>
              <th scope="row">
                {tool ?? (
                  <Link href={toolkitHref(toolkit)}>
                    <bdi>{toolkit}</bdi>
                  </Link>
                )}
              </th>
              <td className="number">{offered}</td>
              {hasRun && <td className="number">{calls ?? 0}</td>}
              {cells.map((cell) => (
                <Cell key={cell.risk} cell={cell} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Cell({ cell }: { readonly cell: CoverageCell }): ReactNode {
  const figures = figuresOf(cell);
  if (figures === '') return <td className="library-cell soft">·</td>;
  const shade = Math.round(cell.share * 45);
  return (
    <td
      className="library-cell"
      title={wordsOf(cell)}
      style={{ backgroundColor: `color-mix(in srgb, var(--link) ${shade}%, var(--page))` }}
    >
      <span aria-hidden="true">{figures}</span>
      <span className="visually-hidden">{wordsOf(cell)}</span>
    </td>
  );
}
