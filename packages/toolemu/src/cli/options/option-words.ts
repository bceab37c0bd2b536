import type { CommandUnknownOpts, Option } from '@commander-js/extra-typings';

/** What was written behind each option of a command line; no value for one that is a flag. */
export type OptionWords = ReadonlyMap<Option, readonly string[]>;

/** Keeps the options of a command as they are written. It fills when the command line is read. */
export function keepWords(command: CommandUnknownOpts): OptionWords {
  const kept = new Map<Option, string[]>();
  for (const option of command.options) {
    command.on(`option:${option.name()}`, (value?: string | null) => {
      const said = value === undefined || value === null ? [] : [value];
      kept.set(option, option.variadic || repeats.has(option.name()) ? [...(kept.get(option) ?? []), ...said] : said);
    });
  }
  return kept;
}

/** Options that add to what they said before, with one value each. */
const repeats = new Set(['agent']);

/** Words that say the same once more. A value is never taken for an option, whatever it begins with. */
export function wordsOf(option: Option, values: readonly string[]): string[] {
  const name = option.long ?? option.flags;
  return values.length === 0 ? [name] : values.map((value) => `${name}=${value}`);
}
