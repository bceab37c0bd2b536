import type { Toolkit } from '../../contract/index.ts';

/** Toolkits with distinct names. The first one of a name wins: the user's toolkits come before built-in ones. */
export function firstToolkits(toolkits: readonly Toolkit[]): Toolkit[] {
  return firstOfEach(toolkits, ({ name }) => name);
}

/** Values with distinct names: the first one of a name wins. */
export function firstOfEach<T>(all: readonly T[], nameOf: (value: T) => string): T[] {
  return [...Map.groupBy(all, nameOf).values()].flatMap(([first]) => (first === undefined ? [] : [first]));
}
