import type { ReactNode } from 'react';
import type { Json, JsonObject } from 'toolemu/contract';
import { visible } from '../text/text-block.tsx';
import { CellValue } from './cell-value.tsx';

/** Objects of the same properties as a table. `whole` lays out what is too long for a cell. */
export function ValueTable({
  rows,
  name,
  whole,
}: {
  readonly rows: readonly JsonObject[];
  readonly name: string;
  readonly whole: (value: Json, name: string) => ReactNode;
}): ReactNode {
  const columns = [...new Set(rows.flatMap(Object.keys))];
  return (
    <div className="scroll value-rows" role="region" aria-label={name} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th scope="col" key={column}>
                <bdi>{visible(column)}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {columns.map((column) => (
                <td key={column} data-name={visible(column)}>
                  {Object.hasOwn(row, column) && (
                    <CellValue
                      value={row[column] ?? null}
                      whole={(value) => whole(value, `${name}, ${index + 1}, ${column}`)}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
