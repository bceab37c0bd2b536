import type { Toolkit } from '../contract/index.ts';

/** Toolkits, each name once. The first of a name counts: what a user gives stands before what is built in. */
export function firstToolkits(toolkits: readonly Toolkit[]): Toolkit[] {
  return firstOfEach(toolkits, ({ name }) => name);
}

/** Things, each name once: the first of a name counts. */
export function firstOfEach<T>(all: readonly T[], nameOf: (value: T) => string): T[] {
  return [...Map.groupBy(all, nameOf).values()].flatMap(([first]) => (first === undefined ? [] : [first]));
}
