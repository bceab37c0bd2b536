import type { CSSProperties, ReactNode } from 'react';
import type { EpisodeChoice } from '../../../components/addresses/episode-choice.ts';
import type { Column } from './column.ts';

/** The heads of the columns; a click sorts, the next one turns the order, a third goes back to that of the run. */
export function GridHead({
  columns,
  choice,
  choose,
  style,
}: {
  readonly columns: readonly Column[];
  readonly choice: EpisodeChoice;
  readonly choose: (choice: EpisodeChoice) => void;
  readonly style: CSSProperties;
}): ReactNode {
  return (
    <div role="row" className="episodes-row episodes-head" aria-rowindex={1} style={style}>
      {columns.map((column) => {
        const order = orderOf(column, choice);
        return (
          <div
            key={column.id}
            role="columnheader"
            aria-sort={order}
            className={column.isNumber === true ? 'number' : undefined}
          >
            {column.sort === undefined ? (
              column.name
            ) : (
              <button type="button" onClick={() => choose(sortedBy(column, choice))}>
                {column.name}
                <span aria-hidden="true">{order === 'none' ? ' ↕' : order === 'ascending' ? ' ↑' : ' ↓'}</span>
              </button>
            )}
          </div>
        );
      })}
    </div>
  );
}

function orderOf({ sort }: Column, choice: EpisodeChoice): 'ascending' | 'descending' | 'none' | undefined {
  if (sort === undefined) return undefined;
  if (choice.sort !== sort) return 'none';
  return choice.descending === 'true' ? 'descending' : 'ascending';
}

function sortedBy(column: Column, { sort: _, descending: __, ...rest }: EpisodeChoice): EpisodeChoice {
  switch (orderOf(column, { sort: _, descending: __ })) {
    case 'ascending':
      return { ...rest, sort: column.sort, descending: 'true' };
    case 'descending':
      return rest;
    default:
      return { ...rest, sort: column.sort };
  }
}
