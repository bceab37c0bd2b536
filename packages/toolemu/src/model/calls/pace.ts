/** Keeps a rate: says when the next may begin. Times are in milliseconds. */
export interface Pace {
  /** Takes a turn of this weight; gives the time to wait before it. */
  take(weight: number, now: number): number;
  /** Corrects the weight of a turn taken, once more is known. */
  correct(weight: number): void;
}

/**
 * At most this much a minute, spread evenly: each turn moves the next by its share of the minute. `part` is how much of
 * it is this process's own, from 0 to 1.
 */
export function paceOf(perMinute: number, part: () => number = () => 1): Pace {
  const share = (): number => 60_000 / (perMinute * part());
  let next = 0;
  return {
    take(weight, now) {
      const start = Math.max(now, next);
      next = start + weight * share();
      return start - now;
    },
    correct(weight) {
      next += weight * share();
    },
  };
}
