import type { OnEvent } from '../../../contract/index.ts';
import { addDollars, costOf, priceOf } from '../../../model/index.ts';
import { costText } from '../../play/estimate.ts';
import { note } from '../../terminal/output.ts';

/** Tells how many calls were asked about. */
export interface CallProgress {
  readonly onEvent: OnEvent;
  readonly onAsked: () => void;
}

const lineEveryMs = 10_000;

/** A line now and then on stderr, with what was spent. */
export function createCallProgress(total: number): CallProgress {
  let asked = 0;
  let usd: number | null = 0;
  let last = Date.now();
  return {
    onEvent(event) {
      if (event.type === 'call-end') usd = addDollars(usd, costOf(event.usage, priceOf(event.model)));
    },
    onAsked() {
      asked += 1;
      if (Date.now() - last < lineEveryMs) return;
      last = Date.now();
      note(`${asked} of ${total} calls asked about | ${usd === null ? 'price unknown' : costText(usd)}`);
    },
  };
}
