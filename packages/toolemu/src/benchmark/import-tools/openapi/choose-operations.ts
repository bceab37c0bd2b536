import type { LeftOut } from '../imported.ts';
import { fits } from '../select-tools.ts';
import { type Operation, placeOf } from './operations.ts';

/** Which operations are asked for. */
export interface Choice {
  /** Patterns of a tool's name or of `METHOD /path`; all where it is empty. */
  readonly only?: readonly string[];
  readonly tags?: readonly string[];
}

/** The operations that are asked for, by tag and by pattern, and those that are not. */
export function chooseOperations(
  operations: readonly Operation[],
  names: ReadonlyMap<string, string>,
  { only = [], tags = [] }: Choice,
): { chosen: Operation[]; leftOut: LeftOut[] } {
  const chosen: Operation[] = [];
  const leftOut: LeftOut[] = [];
  for (const operation of operations) {
    const place = placeOf(operation);
    const callings = [place, names.get(place) ?? place];
    const isNamed = only.length === 0 || only.some((pattern) => callings.some((calling) => fits(calling, pattern)));
    if (!hasTag(operation, tags)) leftOut.push({ name: place, reason: 'not asked for: it has none of the tags' });
    else if (!isNamed) leftOut.push({ name: place, reason: 'not asked for' });
    else chosen.push(operation);
  }
  return { chosen, leftOut };
}

/** The requested ones among unreadable operations and paths, judged by their names. */
export function chosenOf(leftOut: readonly LeftOut[], { only = [] }: Choice): LeftOut[] {
  const isAskedFor = (name: string): boolean => only.length === 0 || only.some((pattern) => fits(name, pattern));
  return leftOut.map((one) => (isAskedFor(one.name) ? one : { ...one, isMissing: false }));
}

function hasTag({ value }: Operation, tags: readonly string[]): boolean {
  if (tags.length === 0) return true;
  return Array.isArray(value.tags) && value.tags.some((tag) => typeof tag === 'string' && tags.includes(tag));
}
