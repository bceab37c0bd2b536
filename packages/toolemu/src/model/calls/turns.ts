/** Gives each who asks a turn of the event loop of its own, in the order in which they ask. */
export function createTurns(): () => Promise<void> {
  let last = Promise.resolve();
  return () => {
    last = last.then(nextTurn);
    return last;
  };
}

export function nextTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
