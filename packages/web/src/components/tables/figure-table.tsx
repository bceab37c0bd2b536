import type { ReactNode } from 'react';
import './figure-table.css';

/** A column of a table. */
export interface Column {
  readonly name: ReactNode;
  readonly isNumber?: boolean;
  /** Whether it holds sentences, which need room. */
  readonly isText?: boolean;
}

/** A table of figures that scrolls by itself where it is wider than the page. */
export function FigureTable({
  label,
  columns,
  rows,
  heads = 1,
}: {
  readonly label: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly ReactNode[])[];
  /** How many cells of a row say what it is about. */
  readonly heads?: number;
}): ReactNode {
  const kindOf = (at: number): string | undefined =>
    columns[at]?.isNumber === true ? 'number' : columns[at]?.isText === true ? 'figure-table-text' : undefined;
  return (
    <section className="scroll figure-table" aria-label={label} tabIndex={0}>
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            {columns.map(({ name }, at) => (
              <th key={at} scope="col" className={kindOf(at)}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {cells.map((cell, at) =>
                at < heads ? (
                  <th key={at} scope="row">
                    {cell}
                  </th>
                ) : (
                  <td key={at} className={kindOf(at)}>
                    {cell}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
