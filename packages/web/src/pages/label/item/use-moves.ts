import { useLocation } from 'wouter';
import type { BlindEntry, Judgments } from 'toolemu/contract';
import { labelPath, nextOpen, type Who } from '../places.ts';
import type { Saver } from '../saving/saver.ts';

/** Where one can go from a trajectory. */
export type Move = 'next' | 'previous' | 'open' | 'list';

/** Goes from a trajectory to another, or to the list; what is said is kept first. After the last comes the agreement. */
export function useMoves({
  run,
  item,
  items,
  who,
  saver,
}: {
  readonly run: string;
  readonly item: string;
  readonly items: readonly BlindEntry[];
  readonly who: Who;
  readonly saver: Saver<Judgments>;
}): (to: Move) => void {
  const [, navigate] = useLocation();
  return (to) => {
    saver.flush();
    const place = items.findIndex((one) => one.item === item);
    const others = items.filter((one) => one.item !== item);
    const target = {
      next: items[place + 1]?.item,
      previous: items[place - 1]?.item ?? item,
      open: nextOpen(others, place - 1),
      list: undefined,
    }[to];
    const isEnd = target === undefined && to !== 'list';
    navigate(
      labelPath(
        { run, ...(target === undefined ? {} : { item: target }), ...(isEnd ? { view: 'agreement' } : {}) },
        who.seed,
      ),
    );
  };
}
