import type { Json } from 'toolemu/contract';
import { formatCountOf } from 'toolemu/words';

/** The beginning of a value, and how much of it was left out: `12 items`, `3,120 characters`. */
export interface Shortened {
  readonly value: Json;
  readonly left: readonly string[];
}

/** A value cut to the first items of its lists, the first properties of its objects and the beginnings of its texts. */
export function shortened(value: Json): Shortened {
  const left = { item: 0, property: 0, character: 0 };
  const cut = (part: Json, depth: number): Json => {
    if (typeof part === 'string') {
      const start = part.slice(0, mostCharacters).toWellFormed();
      if (start.length * 1.2 >= part.length) return part;
      left.character += part.length - start.length;
      return `${start}…`;
    }
    if (typeof part !== 'object' || part === null) return part;
    if (Array.isArray(part)) {
      const most = kept(part.length, depth > 1 ? 2 : mostParts);
      left.item += part.length - most;
      return part.slice(0, most).map((item) => cut(item, depth + 1));
    }
    const entries = Object.entries(part);
    const most = kept(entries.length, mostProperties);
    left.property += entries.length - most;
    return Object.fromEntries(entries.slice(0, most).map(([name, item]) => [name, cut(item, depth + 1)]));
  };
  const beginning = cut(value, 0);
  return {
    value: beginning,
    left: [
      ...(left.item === 0 ? [] : [formatCountOf(left.item, 'item')]),
      ...(left.property === 0 ? [] : [formatCountOf(left.property, 'property', 'properties')]),
      ...(left.character === 0 ? [] : [formatCountOf(left.character, 'character')]),
    ],
  };
}

/** How many of so many parts are kept: one more than the most takes no more room than that it is left out. */
function kept(length: number, most: number): number {
  return length <= most + 1 ? length : most;
}

const mostParts = 4;
const mostProperties = 8;
const mostCharacters = 240;
