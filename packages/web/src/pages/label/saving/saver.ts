/** How far what was said is kept. */
export type Saving =
  | { readonly kind: 'saved' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'failed'; readonly message: string; readonly count: number };

/** Keeps what is said of things, the last of each, one after another. What could not be kept is not forgotten. */
export interface Saver<T> {
  /** Takes what is said of a thing; it is sent after a pause, which is longer while somebody writes. */
  readonly take: (id: string, value: T, pause: 'short' | 'long') => void;
  /** Sends all that waits, also what failed before. */
  readonly flush: () => void;
  /** What is not kept yet of a thing. */
  readonly waiting: (id: string) => T | undefined;
  readonly state: () => Saving;
  readonly listen: (listener: () => void) => () => void;
}

const pauseMs = { short: 150, long: 700 };

/** A saver that sends by `send`. */
export function createSaver<T>(send: (id: string, value: T) => Promise<void>): Saver<T> {
  const queue = new Map<string, T>();
  const listeners = new Set<() => void>();
  let state: Saving = { kind: 'saved' };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSending = false;

  function become(next: Saving): void {
    state = next;
    for (const listener of listeners) listener();
  }

  async function work(): Promise<void> {
    if (isSending) return;
    isSending = true;
    let failure: Error | null = null;
    for (const [id, value] of untilKept(queue)) {
      try {
        await send(id, value);
        if (queue.get(id) === value) queue.delete(id);
      } catch (error) {
        failure = error as Error;
        break;
      }
    }
    isSending = false;
    if (failure !== null) become({ kind: 'failed', message: failure.message, count: queue.size });
    else become({ kind: 'saved' });
  }

  function flush(): void {
    clearTimeout(timer);
    if (queue.size > 0) void work();
  }

  return {
    take(id, value, pause) {
      queue.set(id, value);
      become({ kind: 'saving' });
      clearTimeout(timer);
      timer = setTimeout(flush, pauseMs[pause]);
    },
    flush() {
      if (queue.size > 0) become({ kind: 'saving' });
      flush();
    },
    waiting: (id) => queue.get(id),
    state: () => state,
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The first of a queue, again and again until it is empty: what was said anew while it was sent is sent, too. */
function* untilKept<T>(queue: ReadonlyMap<string, T>): Generator<[string, T]> {
  for (;;) {
    const [first] = queue;
    if (first === undefined) return;
    yield first;
  }
}
