import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { RunDetail } from 'toolemu/contract';
import { type EpisodeChoice, searchOf } from '../../../components/addresses/episode-choice.ts';
import { useNarrow } from '../../../components/use-narrow.ts';
import { type Column, templateOf } from './column.ts';
import { EpisodeRow } from './episode-row.tsx';
import { onGridKey, useFocusMoves } from './grid-keys.ts';
import { GridHead } from './grid-head.tsx';
import { offsetsOf, rowAfter } from './page-ranges.ts';
import { keepRow, keptRow } from './kept-row.ts';
import { narrowColumns } from './narrow-columns.tsx';
import { RowReason } from './row-reason.tsx';
import { useRows } from './use-episode-pages.ts';

/** Heights of a row in pixels: of one line, and of two on a narrow screen. */
const rowHeights = { wide: 40, narrow: 60 } as const;

/** The rows of a choice: only those in view are drawn, and only their pages are asked for. */
export function EpisodeGrid({
  detail,
  choice,
  choose,
  columns: all,
  total,
}: {
  readonly detail: RunDetail;
  readonly choice: EpisodeChoice;
  readonly choose: (choice: EpisodeChoice) => void;
  readonly columns: readonly Column[];
  readonly total: number;
}): ReactNode {
  const { run } = detail.overview;
  const isNarrow = useNarrow();
  const rowHeight = isNarrow ? rowHeights.narrow : rowHeights.wide;
  const columns = useMemo(() => (isNarrow ? narrowColumns(all) : all), [isNarrow, all]);
  const box = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(() => Math.min(keptRow() ?? 0, total - 1));
  const facts = useMemo(() => new Map(detail.cases.map((value) => [value.id, value])), [detail.cases]);
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 10,
    scrollMargin: rowHeight,
    scrollPaddingStart: rowHeight,
    // The row that has the focus stays, however far it is scrolled away.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), ...(active < total ? [active] : [])])].sort((a, b) => a - b),
  });
  const { startIndex = 0, endIndex = 20 } = virtualizer.range ?? {};
  const itemAt = useRows(run, choice, offsetsOf(startIndex, endIndex, total));
  const key = searchOf(choice);
  const listed = useRef(key);
  useEffect(() => {
    if (listed.current === key) return;
    listed.current = key;
    setActive(0);
    box.current?.scrollTo({ top: 0, behavior: 'instant' });
  }, [key]);
  const move = useFocusMoves(box, (row) => {
    setActive(row);
    virtualizer.scrollToIndex(row, { align: 'auto' });
  });
  const comeBack = useEffectEvent(() => {
    const row = keptRow();
    if (row !== null) move(Math.min(row, total - 1));
  });
  useEffect(() => comeBack(), []);
  const template = useMemo(() => templateOf(columns), [columns]);
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  return (
    <>
      <div className="scroll episodes-box" ref={box}>
        <div
          role="grid"
          aria-label="Episodes"
          aria-rowcount={total + 1}
          aria-colcount={columns.length}
          className={isNarrow ? 'episodes-narrow' : undefined}
          style={{ minWidth: template.minWidth }}
        >
          <div role="rowgroup" className="episodes-heads">
            <GridHead columns={columns} choice={choice} choose={choose} style={template} />
          </div>
          <div
            role="rowgroup"
            className="episodes-rows"
            style={{ height: total * rowHeight }}
            onClickCapture={({ target }) => keepRow(rowOf(target) ?? active)}
            onFocus={({ target }) => setActive(rowOf(target) ?? active)}
            onKeyDown={(event) => {
              const pageRows = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / rowHeight) - 2);
              onGridKey(event, (pressed) => rowAfter(pressed, { row: active, total, pageRows }), move);
            }}
          >
            {virtualizer.getVirtualItems().map(({ index, start }) => {
              const item = itemAt(index);
              return (
                <EpisodeRow
                  key={index}
                  row={index}
                  item={item}
                  facts={item && facts.get(item.plan.caseId)}
                  run={run}
                  choice={choice}
                  columns={columns}
                  isActive={index === active}
                  template={template}
                  top={start - rowHeight}
                />
              );
            })}
          </div>
        </div>
      </div>
      <RowReason item={itemAt(active)} />
    </>
  );
}

function rowOf(target: EventTarget): number | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
  return row === null ? null : Number(row.dataset.row);
}
