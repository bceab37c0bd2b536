import { onEndSignals } from '../../terminal/interrupt.ts';
import { note } from '../../terminal/output.ts';

/** What Ctrl-C does to a server of episodes: the first ends their sessions, the second the run, the third the process. */
export interface ServeInterrupt {
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
