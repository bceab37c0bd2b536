/** ToolEmu's spellings of options and what they are here. `values` maps what was written to what it is called now. */
interface Alias {
  readonly option: string;
  readonly values?: Readonly<Record<string, string>>;
  /** Takes several words: they become one, with commas. */
  readonly list?: true;
  readonly flag?: true;
}

export const aliases: Readonly<Record<string, Alias>> = {
  '--agent-type': { option: '--prompting' },
  '--simulator-type': { option: '--emulator', values: { adv_thought: 'adversarial', std_thought: 'standard' } },
  '--agent-model-name': { option: '--agent-model' },
  '--simulator-model': { option: '--emulator-model' },
  '--simulator-model-name': { option: '--emulator-model' },
  '--evaluator-model-name': { option: '--evaluator-model' },
  '--simulator-temperature': { option: '--emulator-temperature' },
  '--simulator-max-tokens': { option: '--emulator-max-tokens' },
  '--input-path': { option: '--cases' },
  '--trunc-num': { option: '--limit' },
  '--start-index': { option: '--start' },
  '--selected-indexes': { option: '--select', list: true },
  '--removed-indexes': { option: '--exclude', list: true },
  '--batch-size': { option: '--concurrency' },
  '-bs': { option: '--concurrency' },
  '--max-iterations': { option: '--max-steps' },
  '-mi': { option: '--max-steps' },
  '--num-replicates': { option: '--epochs' },
  '--random-seed': { option: '--seed' },
  '--dump-dir': { option: '--out' },
  '--auto': { option: '--yes', flag: true },
};

/** Options that ToolEmu has and that say nothing here: costs are always tracked. */
const accepted = new Set(['--track-costs']);

/** A command line in which ToolEmu's spellings are ours. What it does not know stays as it is. */
export function withAliases(args: readonly string[]): string[] {
  const result: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const [name, inline] = splitOnce(args[at] ?? '');
    if (name === '--') return [...result, ...args.slice(at)];
    if (accepted.has(name)) continue;
    const alias = Object.hasOwn(aliases, name) ? aliases[name] : undefined;
    if (alias === undefined) {
      result.push(args[at] ?? '');
      continue;
    }
    result.push(alias.option);
    if (alias.flag === true) continue;
    const values = inline === undefined ? [] : [inline];
    if (inline === undefined) {
      do {
        at += 1;
        if (at < args.length) values.push(args[at] ?? '');
      } while (alias.list === true && at + 1 < args.length && /^\d/.test(args[at + 1] ?? ''));
    }
    if (values.length > 0) result.push(values.map((value) => alias.values?.[value] ?? value).join(','));
  }
  return result;
}

function splitOnce(argument: string): [string, string | undefined] {
  const at = argument.startsWith('--') ? argument.indexOf('=') : -1;
  return at < 0 ? [argument, undefined] : [argument.slice(0, at), argument.slice(at + 1)];
}
