import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { BlindEntry } from 'toolemu/contract';
import type { Who } from '../places.ts';
import { columnsIn, placeAfter } from './grid-moves.ts';
import { ItemLink } from './item-link.tsx';

const rowHeight = 44;

/** The trajectories by their places, as many in a row as there is room for. Only the rows in view are drawn. */
export function ItemGrid({
  run,
  items,
  who,
}: {
  readonly run: string;
  readonly items: readonly BlindEntry[];
  readonly who: Who;
}): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const columns = columnsIn(useWidth(box));
  const [active, setActive] = useState(() =>
    Math.max(
      0,
      items.findIndex(({ state }) => state !== 'whole'),
    ),
  );
  const here = Math.min(active, Math.max(0, items.length - 1));
  const virtualizer = useVirtualizer({
    count: Math.ceil(items.length / columns),
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    // The one that can have the focus stays, however far it is scrolled away.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), Math.floor(here / columns)])].toSorted((a, b) => a - b),
  });
  const awaited = useRef<number | null>(null);
  useEffect(() => {
    if (awaited.current === null) return;
    const link = box.current?.querySelector<HTMLElement>(`[data-place="${awaited.current}"]`);
    link?.focus({ preventScroll: true });
    if (link != null) awaited.current = null;
  });
  const onKey = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const pageRows = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / rowHeight) - 1);
    const place = placeAfter(event.key, { place: here, total: items.length, columns, pageRows });
    if (place === null) return;
    event.preventDefault();
    awaited.current = place;
    setActive(place);
    virtualizer.scrollToIndex(Math.floor(place / columns), { align: 'auto' });
  };
  return (
    <div className="scroll label-items" ref={box}>
      <ol aria-label="Trajectories" style={{ height: virtualizer.getTotalSize() }} onKeyDown={onKey}>
        {virtualizer
          .getVirtualItems()
          .flatMap(({ index, start }) =>
            items
              .slice(index * columns, (index + 1) * columns)
              .map((entry, column) => (
                <ItemLink
                  key={entry.item}
                  {...{ run, who, entry }}
                  place={index * columns + column}
                  total={items.length}
                  isActive={index * columns + column === here}
                  onFocus={() => setActive(index * columns + column)}
                  style={{ top: start, left: `${(column / columns) * 100}%`, width: `${100 / columns}%` }}
                />
              )),
          )}
      </ol>
    </div>
  );
}

/** How wide an element is inside, in pixels; 0 before it is drawn. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const measure = (): void => setWidth(current.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
