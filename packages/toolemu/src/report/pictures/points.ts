/** A place in a picture, in its units. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** Puts what lies closer together than `distance` into one group, so that it can have one label. Keeps the order. */
export function groupNear<T>(items: readonly T[], placeOf: (item: T) => Place, distance: number): T[][] {
  const groups: T[][] = [];
  for (const item of items) {
    const at = placeOf(item);
    const near = groups.find((group) => {
      const [first] = group;
      if (first === undefined) return false;
      const other = placeOf(first);
      return Math.hypot(at.x - other.x, at.y - other.y) < distance;
    });
    if (near === undefined) groups.push([item]);
    else near.push(item);
  }
  return groups;
}
