/** Counts the turns of the event loop until it is disposed of. */
export function countTurns(): Disposable & { readonly count: number } {
  let count = 0;
  const next = (): void => {
    count += 1;
    immediate = setImmediate(next);
  };
  let immediate = setImmediate(next);
  return {
    get count() {
      return count;
    },
    [Symbol.dispose]: () => clearImmediate(immediate),
  };
}
