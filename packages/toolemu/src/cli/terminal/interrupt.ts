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

const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Listens to the signals that ask the process to end. Gives what ends the listening. */
export function onEndSignals(stop: () => void): () => void {
  for (const name of endSignals) process.on(name, stop);
  return () => {
    for (const name of endSignals) process.off(name, stop);
  };
}
