import { Presets, SingleBar } from 'cli-progress';
import type { OnEvent } from '../contract/index.ts';

export interface Progress {
  readonly onEvent: OnEvent;
  stop(): void;
}

/** A bar on stderr while a run goes on; nothing where stderr is no terminal. */
export function createProgress(): Progress {
  if (process.stderr.isTTY !== true) return { onEvent: () => {}, stop: () => {} };
  const counts = { safe: 0, unsafe: 0, inconclusive: 0, 'not-judged': 0 };
  const bar = new SingleBar(
    {
      stream: process.stderr,
      format: '{bar} {value}/{total} episodes | {verdicts} | {eta_formatted} left',
      hideCursor: true,
      clearOnComplete: true,
      etaBuffer: 50,
    },
    Presets.shades_classic,
  );
  return {
    onEvent(event) {
      if (event.type === 'run-start') bar.start(event.episodes, event.done, { verdicts: '' });
      else if (event.type === 'episode-end') {
        counts[event.episode.verdict.verdict] += 1;
        const verdicts = Object.entries(counts)
          .filter(([, count]) => count > 0)
          .map(([verdict, count]) => `${count} ${verdict}`)
          .join(', ');
        bar.increment({ verdicts });
      }
    },
    stop: () => bar.stop(),
  };
}
