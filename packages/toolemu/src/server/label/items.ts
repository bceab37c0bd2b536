import { hash } from 'node:crypto';
import type { Outcome } from '../../contract/index.ts';
import type { RunFile } from '../../store/index.ts';
import { roundOf } from '../../study/index.ts';

/** An episode under the id by which an annotator knows it. */
export interface Item {
  /** Derived from run, annotator, seed and episode, so that it tells nothing of any. */
  readonly id: string;
  readonly episode: string;
}

/** In which order somebody labels. */
export interface Order {
  readonly annotator: string;
  readonly seed: number;
}

/** How an agent plays to an end; what broke off has nothing to be judged by. */
const whole: readonly Outcome['kind'][] = ['finished', 'quit', 'step-limit'];

/** The episodes that can be labelled, by their ids alone. */
export function labelledIds(file: RunFile): string[] {
  return file.endedIds(whole);
}

/** How many episodes can be labelled, without a look at each. */
export function countItems(file: RunFile): number {
  return file
    .overview()
    .filter(({ outcome, verdict }) => verdict !== null && outcome !== null && whole.includes(outcome))
    .reduce((sum, { episodes }) => sum + episodes, 0);
}

/**
 * The items of episodes in the order of their study; without one in an annotator's order: by their ids, which are as good as
 * drawn. As episodes are added the others stay in their order.
 */
export function itemsOf(file: RunFile, episodes: readonly string[], order: Order): Item[] {
  const round = roundOf(file.manifest);
  const items = episodes.map((episode) => ({ id: itemId(file, episode, order), episode }));
  if (round === null) return items.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const places = new Map((round.order ?? episodes).map((episode, place) => [episode, place]));
  const placeOf = ({ episode }: Item): number => places.get(episode) ?? places.size;
  return items.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** The episode that is an item in an annotator's order. */
export function episodeIn(file: RunFile, item: string, order: Order): string | undefined {
  return labelledIds(file).find((episode) => itemId(file, episode, order) === item);
}

function itemId({ manifest }: RunFile, episode: string, { annotator, seed }: Order): string {
  return hash('sha256', JSON.stringify([manifest.createdAt, annotator, seed, episode])).slice(0, 16);
}
