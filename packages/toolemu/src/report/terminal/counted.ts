/** The most frequent of some messages, with how often each comes. */
export function counted(messages: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const message of messages) counts.set(message, (counts.get(message) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a).slice(0, 5);
}
