const last = new Map<string, Promise<unknown>>();

/** Does one thing after another in a folder, in the order in which they were asked for. */
export function inTurn<T>(folder: string, act: () => Promise<T>): Promise<T> {
  const before = last.get(folder) ?? Promise.resolve();
  const done = before.then(act);
  const settled = done.then(
    () => {},
    () => {},
  );
  last.set(folder, settled);
  return done;
}
