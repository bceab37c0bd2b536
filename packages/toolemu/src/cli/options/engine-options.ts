import { type Command, Option } from '@commander-js/extra-typings';
import { headings } from './help.ts';
import type { OptionsOf } from './option-group.ts';
import { dollars, positiveInteger } from './parsers.ts';
import { allowAddressOption } from './trust-options.ts';

/** Options that say how models are called. */
export type EngineFlags = OptionsOf<typeof engineOptions>;

/** Adds the options that say how models are called. */
export function engineOptions(command: Command) {
  return engineLimitOptions(command).addOption(maxCostOption());
}

/** The same but for the budget. */
export function engineLimitOptions(command: Command) {
  return command
    .optionsGroup(headings.limits)
    .option('--timeout <seconds>', 'time a call of a model may take (default: 600)', positiveInteger)
    .option('--concurrency <n>', 'calls in flight to a provider (default: as many as it bears)', positiveInteger)
    .option('--rpm <n>', 'calls a minute to a provider, at most', positiveInteger)
    .option('--tpm <n>', 'tokens a minute, in and out, to a provider, at most', positiveInteger)
    .addOption(allowAddressOption());
}

export function maxCostOption() {
  return new Option('--max-cost <usd>', 'what the run may cost in all, in US dollars; it ends before').argParser(
    dollars,
  );
}
