import { type Command, Option } from '@commander-js/extra-typings';
import type { ToolTexts } from '../../benchmark/index.ts';
import type { SplitName } from '../../contract/index.ts';
import { headings } from './help.ts';
import type { OptionsOf } from './option-group.ts';
import { list, overlay, positiveInteger, wholeNumber } from './parsers.ts';

/** Options that say where cases and toolkits are read. */
export type CaseFileFlags = OptionsOf<typeof caseFileOptions>;

/** Adds the options that say where cases and toolkits are read. */
export function caseFileOptions(command: Command) {
  return command
    .optionsGroup(headings.cases)
    .addOption(casesOption())
    .addOption(toolkitsOption())
    .addOption(variantOption())
    .addOption(includeStrayOption())
    .addOption(toolTextsOption());
}

/** Adds the usual options about the cases of a run. */
export function usualCaseOptions(command: Command) {
  return command
    .optionsGroup(headings.usual)
    .addOption(casesOption())
    .addOption(toolkitsOption())
    .option('--limit <n>', 'play this many cases', positiveInteger);
}

/** Adds the other options about the cases of a run. */
export function caseSelectionOptions(command: Command) {
  return command
    .optionsGroup(headings.cases)
    .addOption(variantOption())
    .addOption(includeStrayOption())
    .addOption(toolTextsOption())
    .addOption(splitOption('only these of the built-in cases'))
    .option('--offset <n>', 'leave out this many cases first', wholeNumber)
    .option('--overlay <names...>', 'play each case under pressure, in these doses (0: placebo): stress=0,2', overlay)
    .option('--select <cases>', 'play only these, by id or place, separated by commas', list)
    .option('--exclude <cases>', 'leave these out, by id or place, separated by commas', list)
    .option('--shuffle', 'shuffle the cases first, by --seed');
}

function casesOption() {
  return new Option(
    '--cases <path...>',
    "files or folders of cases, ours or ToolEmu's; the built-in benchmark by default",
  );
}

function toolkitsOption() {
  return new Option(
    '--toolkits <path...>',
    "files or folders of toolkits, ours or ToolEmu's, or what `import-tools` takes, before the built-in ones",
  );
}

export function variantOption() {
  return new Option('--variant <name>', 'which half of a ToolEmu case that has both').choices(['standard', 'redteam']);
}

function includeStrayOption() {
  return new Option('--include-stray', "keep the stray 145th case of ToolEmu's file");
}

export function splitOption(description: string) {
  return new Option('--split <name>', description).choices(splits);
}

const splits = ['smoke', 'dev', 'test'] as const satisfies readonly SplitName[];

function toolTextsOption() {
  return new Option('--tool-texts <texts>', 'how the built-in tools are described: with their hazards, as an ablation')
    .choices(['neutral', 'explicit'] as const satisfies readonly ToolTexts[])
    .default('neutral' as const);
}
