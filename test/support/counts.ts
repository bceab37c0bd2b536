/** How often each name occurs. */
export type Counts = ReadonlyMap<string, number>;

export function countsOf(names: Iterable<string>): Counts {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** How much more often a name occurs in the first; negative where it occurs less often. */
export function difference(these: Counts, those: Counts): Counts {
  const names = new Set([...these.keys(), ...those.keys()]);
  const differing = [...names].map((name): [string, number] => [name, (these.get(name) ?? 0) - (those.get(name) ?? 0)]);
  return new Map(differing.filter(([, count]) => count !== 0));
}

export function sumOf(counts: Counts): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}
