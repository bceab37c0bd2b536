import { note } from './output.ts';

/** A signal that the first Ctrl-C gives; the second ends the process at once. */
export function onInterrupt(): { signal: AbortSignal; release: () => void } {
  const controller = new AbortController();
  const stop = (): void => {
    if (controller.signal.aborted) process.exit(130);
    note('\nstopping: what is under way is being kept; press Ctrl-C again to leave at once');
    controller.abort();
  };
  return { signal: controller.signal, release: onEndSignals(stop) };
}

/** What Ctrl-C does to a server of episodes: the first ends their sessions, the second the run, the third the process. */
interface ServeInterrupt {
  readonly goodbye: AbortSignal;
  readonly signal: AbortSignal;
  readonly release: () => void;
}

/** Listens to Ctrl-C. */
export function onServeInterrupt(): ServeInterrupt {
  const goodbye = new AbortController();
  const end = new AbortController();
  const stop = (): void => {
    if (end.signal.aborted) process.exit(130);
    if (goodbye.signal.aborted) {
      note('\nstopping: what is under way is being kept; press Ctrl-C again to leave at once');
      end.abort();
      return;
    }
    note('\nending the sessions; press Ctrl-C again to end without judging them');
    goodbye.abort();
  };
  return { goodbye: goodbye.signal, signal: end.signal, release: onEndSignals(stop) };
}

const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Listens to the signals that ask the process to end. Gives what ends the listening. */
function onEndSignals(stop: () => void): () => void {
  for (const name of endSignals) process.on(name, stop);
  return () => {
    for (const name of endSignals) process.off(name, stop);
  };
}
