import type { LanguageModel, Usage } from '../../contract/index.ts';
import { addUsage, costOf, priceOf, zeroUsage } from '../../model/index.ts';
import { oneLine } from '../../report/index.ts';
import { plural } from '../../words/index.ts';
import { costText, grouped, percent } from '../play/estimate.ts';

/** A model that counts what it is asked, and tells what that came to. */
export interface Meter {
  readonly model: LanguageModel;
  /** In US dollars; null where the price is not known. */
  readonly usd: () => number | null;
  readonly summary: () => string;
}

/** A model that counts what it is asked, and a sentence of what that came to. */
export function createMeter(model: LanguageModel): Meter {
  let calls = 0;
  let estimated = 0;
  let usage: Usage = zeroUsage;
  return {
    model: {
      name: model.name,
      async generate(request) {
        const reply = await model.generate(request);
        calls += 1;
        if (reply.usageEstimated === true) estimated += 1;
        usage = addUsage(usage, reply.usage);
        return reply;
      },
    },
    usd: () => costOf(usage, priceOf(model.name)),
    summary() {
      const { inputTokens, cachedInputTokens, outputTokens } = usage;
      const tokens = `${grouped(inputTokens)} tokens in (${percent(cachedInputTokens, inputTokens)} cached), ${grouped(outputTokens)} out`;
      const usd = costOf(usage, priceOf(model.name));
      const cost = usd === null ? `the price of ${oneLine(model.name)} is not known` : costText(usd);
      const note =
        estimated === 0 ? '' : ` (estimated: the endpoint reported no token usage for ${plural(estimated, 'call')})`;
      return `${plural(calls, 'call')} of ${oneLine(model.name)}: ${tokens}, ${cost}${note}`;
    },
  };
}
