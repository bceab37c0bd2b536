import { Presets, SingleBar } from 'cli-progress';
import type { OnEvent } from '../contract/index.ts';
import { costOf, priceOf } from '../model/index.ts';
import { note } from './output.ts';

export interface Progress {
  readonly onEvent: OnEvent;
  stop(): void;
}

const lineEveryMs = 10_000;

/**
 * Episodes, verdicts, tokens, cost and time left while a run goes on: a bar on stderr, or a line now and then where
 * stderr is no terminal.
 */
export function createProgress(): Progress {
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
  const isTerminal = process.stderr.isTTY === true;
  let total = 0;
  let done = 0;
  let last = Date.now();
  const payload = () => ({ verdicts: verdictText(counts), spent: tokens === 0 ? '' : spentText(tokens, usd) });
  return {
    onEvent(event) {
      if (event.type === 'run-start') {
        total = event.episodes;
        done = event.done;
        if (isTerminal) bar.start(total, done, payload());
      } else if (event.type === 'episode-end') {
        counts[event.episode.verdict.verdict] += 1;
        done += 1;
        if (isTerminal) bar.increment(payload());
        else if (Date.now() - last > lineEveryMs) {
          last = Date.now();
          const { verdicts, spent } = payload();
          note(`${done}/${total} episodes${verdicts}${spent}`);
        }
      } else if (event.type === 'call-end') {
        tokens += event.usage.inputTokens + event.usage.outputTokens;
        const cost = costOf(event.usage, priceOf(event.model));
        usd = usd === null || cost === null ? null : usd + cost;
        if (isTerminal) bar.update(payload());
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
