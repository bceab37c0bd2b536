import { memo, type CSSProperties, type ReactNode } from 'react';
import type { CaseFacts, EpisodeItem } from 'toolemu/contract';
import { Link } from 'wouter';
import { episodeHref } from '../../../components/addresses/addresses.ts';
import type { EpisodeChoice } from '../../../components/addresses/episode-choice.ts';
import { visible } from '../../../components/text/text-block.tsx';
import type { Column } from './column.ts';

/** An episode in a row. Its first cell is a link that covers the row. It is drawn anew only where something of it changed. */
export const EpisodeRow = memo(function EpisodeRow({
  row,
  item,
  facts,
  run,
  choice,
  columns,
  template,
  top,
  isActive,
}: {
  readonly row: number;
  readonly item: EpisodeItem | undefined;
  readonly facts: CaseFacts | undefined;
  readonly run: string;
  readonly choice: EpisodeChoice;
  readonly columns: readonly Column[];
  /** The widths of the columns. */
  readonly template: CSSProperties;
  /** Where it stands among the rows, in pixels. */
  readonly top: number;
  readonly isActive: boolean;
}): ReactNode {
  return (
    <div
      role="row"
      className="episodes-row"
      aria-rowindex={row + 2}
      data-row={row}
      tabIndex={isActive ? 0 : -1}
      style={{ ...template, transform: `translateY(${top}px)` }}
      aria-busy={item === undefined}
    >
      {columns.map((column, index) => (
        <div key={column.id} role="gridcell" className={column.isNumber === true ? 'number' : undefined}>
          {item === undefined ? (
            <span className="episodes-awaited">
              {index === 0 && <span className="visually-hidden">on its way</span>}
            </span>
          ) : index === 0 ? (
            <Link href={episodeHref(run, item.plan.id, choice)} tabIndex={-1} title={visible(item.reason)}>
              <bdi>{column.cell(item, facts)}</bdi>
            </Link>
          ) : (
            <bdi>{column.cell(item, facts)}</bdi>
          )}
        </div>
      ))}
    </div>
  );
});
