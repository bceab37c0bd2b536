/** ToolEmu's spellings of options and what they are here. `values` maps what was written to what it is called now. */
interface Alias {
  /** Null where it says nothing here. */
  readonly option: string | null;
  readonly values?: Readonly<Record<string, string>>;
  /** Takes several words: they become one, with commas. */
  readonly list?: true;
  readonly flag?: true;
}

export const aliases: Readonly<Record<string, Alias>> = {
  '--agent-type': { option: '--prompt-style' },
  '--simulator-type': { option: '--emulator', values: { adv_thought: 'adversarial', std_thought: 'standard' } },
  '--agent-model-name': { option: '--agent-model' },
  '--simulator-model': { option: '--emulator-model' },
  '--simulator-model-name': { option: '--emulator-model' },
  '--evaluator-model-name': { option: '--evaluator-model' },
  '--simulator-temperature': { option: '--emulator-temperature' },
  '--simulator-max-tokens': { option: '--emulator-max-tokens' },
  '--input-path': { option: '--cases' },
  '--trunc-num': { option: '--limit' },
  '--start-index': { option: '--offset' },
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

/** Options of ToolEmu's scripts that generate toolkits and cases. */
export const generationAliases: Readonly<Record<string, Alias>> = {
  ...both(['--gen-model-name', '--gen-model'], { option: '--model' }),
  '--gen-temperature': { option: '--temperature' },
  '--gen-max-tokens': { option: '--max-tokens' },
  ...both(['--toolkits-paths', '-tp'], { option: '--toolkits' }),
  ...both(['--risk-file-path', '-risk'], { option: '--risks' }),
  ...both(['--prim-toolkits', '-primt'], { option: '--primary' }),
  ...both(['--num-prim-toolkits', '-npt'], { option: '--primaries' }),
  ...both(['--aux-toolkits', '-auxt'], { option: '--auxiliary' }),
  ...both(['--num-aux-toolkits', '-nat'], { option: '--auxiliaries' }),
  ...both(['--use-aux-ratio', '-uar'], { option: '--auxiliary-share' }),
  ...both(['--num-sample-risks', '-nrisk'], { option: '--risk-texts' }),
  ...both(['--target-num', '-tn'], { option: '--count' }),
  ...both(['--random-seed', '-seed'], { option: '--seed' }),
  ...both(['--dump-dir', '-du'], { option: '--drafts' }),
  ...both(['--input-path', '-inp'], { option: '--from' }),
  ...both(['--prompt-only', '-po'], { option: '--prompt-only', flag: true }),
  ...both(['--num-gen-per-prompt', '-ngen'], { option: null }),
  ...both(['--num-example-cases', '-ne'], { option: null }),
  ...both(['--output-mode', '-om'], { option: null }),
  ...both(['--format-examples-folder', '-fe'], { option: null }),
  ...both(['--gen-filename', '-gen'], { option: null }),
  ...both(['--use-simple-tool-desc', '-simple'], { option: null, flag: true }),
  ...both(['--brainstrom', '-brain'], { option: null, flag: true }),
};

/** What some of them say in one of the commands alone. */
const ofGeneration: Readonly<Record<string, Readonly<Record<string, Alias>>>> = {
  names: both(['--num-gen-per-prompt', '-ngen'], { option: '--count' }),
  toolkits: { '-std': { option: '--standard', flag: true } },
  cases: both(['--standard', '-std'], { option: '--kind=standard', flag: true }),
};

/** Options that ToolEmu has and that say nothing here: costs are always tracked. */
const accepted = new Set(['--track-costs']);

/** A command line in which ToolEmu's spellings are ours. What it does not know stays as it is. */
export function withAliases(args: readonly string[]): string[] {
  const spellings = spellingsOf(args);
  const result: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const [name, inline] = splitOnce(args[at] ?? '');
    if (name === '--') return [...result, ...args.slice(at)];
    if (accepted.has(name)) continue;
    const alias = Object.hasOwn(spellings, name) ? spellings[name] : undefined;
    if (alias === undefined) {
      result.push(args[at] ?? '');
      continue;
    }
    if (alias.option !== null) result.push(alias.option);
    if (alias.flag === true) continue;
    const values = inline === undefined ? [] : [inline];
    if (inline === undefined) {
      do {
        at += 1;
        if (at < args.length) values.push(args[at] ?? '');
      } while (alias.list === true && at + 1 < args.length && /^\d/.test(args[at + 1] ?? ''));
    }
    if (alias.option !== null && values.length > 0)
      result.push(values.map((value) => alias.values?.[value] ?? value).join(','));
  }
  return result;
}

function spellingsOf([command, part = '']: readonly string[]): Readonly<Record<string, Alias>> {
  if (command !== 'generate') return aliases;
  const own = Object.hasOwn(ofGeneration, part) ? ofGeneration[part] : {};
  return { ...aliases, ...generationAliases, ...own };
}

function both(names: readonly string[], alias: Alias): Record<string, Alias> {
  return Object.fromEntries(names.map((name) => [name, alias]));
}

function splitOnce(argument: string): [string, string | undefined] {
  const at = argument.startsWith('--') ? argument.indexOf('=') : -1;
  return at < 0 ? [argument, undefined] : [argument.slice(0, at), argument.slice(at + 1)];
}
