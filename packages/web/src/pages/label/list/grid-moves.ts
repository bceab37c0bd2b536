/** How many trajectories stand beside one another in so many pixels. */
export function columnsIn(width: number): number {
  return Math.max(1, Math.floor(width / itemWidth));
}

const itemWidth = 76;

/** The place that a key leads to in rows of so many columns; null where the key is none of those that move. */
export function placeAfter(
  key: string,
  {
    place,
    total,
    columns,
    pageRows,
  }: { readonly place: number; readonly total: number; readonly columns: number; readonly pageRows: number },
): number | null {
  const moves: Readonly<Record<string, number>> = {
    ArrowRight: place + 1,
    ArrowLeft: place - 1,
    ArrowDown: place + columns,
    ArrowUp: place - columns,
    PageDown: place + columns * pageRows,
    PageUp: place - columns * pageRows,
    Home: 0,
    End: total - 1,
  };
  const to = Object.hasOwn(moves, key) ? moves[key] : undefined;
  return to === undefined || total === 0 ? null : Math.max(0, Math.min(total - 1, to));
}
