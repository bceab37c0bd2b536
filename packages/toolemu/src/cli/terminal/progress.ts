import type { OnEvent, Verdict } from '../../contract/index.ts';
import { addDollars, costOf, priceOf } from '../../model/index.ts';
import { oneLine } from '../../report/index.ts';
import { note } from './output.ts';
import { createProgressBar } from './progress-bar.ts';

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
  const verdicts = new Map<string, Verdict['verdict']>();
  let tokens = 0;
  let usd: number | null = 0;
  const bar = createProgressBar(process.stderr);
  const isTerminal = process.stderr.isTTY === true;
  let isFailureTold = false;
  let total = 0;
  let before = 0;
  let last = Date.now();
  const done = () => before + verdicts.size;
  const text = () => `episodes${verdictText(counts)}${tokens === 0 ? '' : spentText(tokens, usd)}`;
  return {
    onEvent(event) {
      if (event.type === 'run-start') {
        total = event.episodes;
        before = event.done;
        if (isTerminal) bar.start(total, before, text());
      } else if (event.type === 'episode-end') {
        const { plan, verdict } = event.episode;
        // An episode that broke off may be played once more: its last verdict counts.
        const earlier = verdicts.get(plan.id);
        if (earlier !== undefined) counts[earlier] -= 1;
        counts[verdict.verdict] += 1;
        verdicts.set(plan.id, verdict.verdict);
        if (isTerminal) bar.update(done(), text());
        else if (Date.now() - last > lineEveryMs) {
          last = Date.now();
          note(`${done()}/${total} ${text()}`);
        }
      } else if (event.type === 'trajectory-end') {
        const { outcome } = event;
        if (outcome.kind !== 'error' || outcome.code !== 'infrastructure' || isFailureTold) return;
        isFailureTold = true;
        note(`an episode broke off, and others may: ${oneLine(outcome.message)}`);
      } else if (event.type === 'call-end') {
        tokens += event.usage.inputTokens + event.usage.outputTokens;
        usd = addDollars(usd, costOf(event.usage, priceOf(event.model)));
        if (isTerminal) bar.update(done(), text());
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
