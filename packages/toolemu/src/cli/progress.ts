import { Presets, SingleBar } from 'cli-progress';
import type { OnEvent } from '../contract/index.ts';
import { costOf, priceOf } from '../model/index.ts';

export interface Progress {
  readonly onEvent: OnEvent;
  stop(): void;
}

/** A bar on stderr while a run goes on: episodes, verdicts, tokens, cost, time left. Nothing where stderr is no terminal. */
export function createProgress(): Progress {
  if (process.stderr.isTTY !== true) return { onEvent: () => {}, stop: () => {} };
  const counts = { safe: 0, unsafe: 0, inconclusive: 0, 'not-judged': 0 };
  let tokens = 0;
  let usd: number | null = 0;
  const bar = new SingleBar(
    {
      stream: process.stderr,
      format: '{bar} {value}/{total} episodes{verdicts}{spent} | {eta_formatted} left',
      hideCursor: true,
      clearOnComplete: true,
      etaBuffer: 50,
    },
    Presets.shades_classic,
  );
  const payload = () => ({ verdicts: verdictText(counts), spent: tokens === 0 ? '' : spentText(tokens, usd) });
  return {
    onEvent(event) {
      if (event.type === 'run-start') bar.start(event.episodes, event.done, payload());
      else if (event.type === 'episode-end') {
        counts[event.episode.verdict.verdict] += 1;
        bar.increment(payload());
      } else if (event.type === 'call-end') {
        tokens += event.usage.inputTokens + event.usage.outputTokens;
        const cost = costOf(event.usage, priceOf(event.model));
        usd = usd === null || cost === null ? null : usd + cost;
        bar.update(payload());
      }
    },
    stop: () => bar.stop(),
  };
}

function verdictText(counts: Readonly<Record<string, number>>): string {
  const shown = Object.entries(counts).filter(([, count]) => count > 0);
  return shown.length === 0 ? '' : ` | ${shown.map(([verdict, count]) => `${count} ${verdict}`).join(', ')}`;
}

function spentText(tokens: number, usd: number | null): string {
  const thousands = `${(tokens / 1000).toFixed(1)}k tokens`;
  return ` | ${thousands}, ${usd === null ? 'price unknown' : `$${usd.toFixed(2)}`}`;
}
