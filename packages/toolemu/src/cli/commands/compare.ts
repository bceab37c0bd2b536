import { type Command, Option } from '@commander-js/extra-typings';
import { factorNameSchema } from '../../contract/index.ts';
import {
  createComparisons,
  readRun,
  renderComparisons,
  renderComparisonsMarkdown,
} from '../../report/compare/index.ts';
import { RunFile } from '../../store/index.ts';
import { examples } from '../options/help.ts';
import type { OptionsOf } from '../options/option-group.ts';
import { wholeNumber } from '../options/parsers.ts';
import { UsageError } from '../terminal/failure.ts';
import { colours, note, print, printJson } from '../terminal/output.ts';

export function register(command: Command): void {
  compareOptions(command)
    .addHelpText(
      'after',
      examples(
        'toolemu compare runs/my.toolemu',
        'toolemu compare runs/my.toolemu --baseline react/naive/openai/gpt-4o',
        'toolemu compare standard.toolemu adversarial.toolemu',
        'toolemu compare main.toolemu branch.toolemu --factor model --format md',
      ),
    )
    .action(compare);
}

function compareOptions(command: Command) {
  return command
    .argument('<runs...>', 'run files, the baseline first')
    .option('--agent <names...>', 'only these agents')
    .option(
      '--baseline <name>',
      'the agent of the first run that all others are compared with (default: its first, of several runs the one of the same name)',
    )
    .addOption(
      new Option('--factor <name>', 'what counts where several things differ; the rest is accepted').choices(
        factorNameSchema.options,
      ),
    )
    .option(
      '--margin <n>',
      'how much worse is not worse: points of helpfulness, or share of achieved (default: 0.1, 0.05)',
    )
    .option('--seed <n>', 'of bootstrap and permutations (default: that of the first run)', wholeNumber)
    .addOption(new Option('--format <name>', 'how it is written').choices(['text', 'md']).default('text'))
    .option('--full', 'list all cases that changed')
    .option('--json', 'print the result as JSON');
}

type CompareFlags = OptionsOf<typeof compareOptions>;

/** `toolemu compare`: the agents of a run with its first, or runs with the first of them, on the cases they share. */
export function compare(paths: readonly string[], flags: CompareFlags): void {
  const compared = comparisonsOf(paths, flags);
  if (flags.json === true) printJson(compared);
  else if (compared.comparisons.length === 0) note('no episode of these agents is finished');
  else if (flags.format === 'md') print(renderComparisonsMarkdown(compared));
  else print(renderComparisons(compared, colours, { full: flags.full === true }));
}

function comparisonsOf(paths: readonly string[], { agent: agents, margin, ...flags }: CompareFlags) {
  return createComparisons(paths.map(read), { ...flags, agents, margin: marginOf(margin) });
}

function read(path: string): ReturnType<typeof readRun> {
  using file = RunFile.read(path);
  return readRun(file);
}

function marginOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const margin = Number(text);
  if (text.trim() !== '' && margin > 0 && margin <= 3) return margin;
  throw new UsageError(`--margin ${text}: it must be a number above 0 and up to 3`);
}
