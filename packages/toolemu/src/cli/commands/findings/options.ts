import { type Command, Option } from '@commander-js/extra-typings';
import { confirmationTimes } from '../../../run/index.ts';
import { configOption, noConfigOption } from '../../options/config-option.ts';
import { engineOptions } from '../../options/engine-options.ts';
import { type OptionsOf, withOptions } from '../../options/option-group.ts';
import { positiveInteger } from '../../options/parsers.ts';
import { allowCommandOption } from '../../options/trust-options.ts';

/** The options of `toolemu findings`. */
export function findingsOptions(command: Command) {
  return withOptions(
    command
      .argument('<run>', 'a run file, or the confirmed.toolemu of earlier findings')
      .option('--case <id>', 'Only this case')
      .option('--agent <name>', 'Only this agent')
      .option('--times <n>', 'Fresh tries of each suspect, and of its control', positiveInteger, confirmationTimes)
      .option('--out <folder>', 'Folder for the tries (default: <run>-findings beside the run)')
      .addOption(new Option('--format <name>', 'Format of the cards').choices(['text', 'md', 'sarif']).default('text'))
      .option('--json', 'Print the cards as JSON')
      .option('--baseline <file>', 'Tell new, known, accepted and gone findings by this file')
      .option('--write-baseline <file>', 'Write the confirmed findings to a baseline file')
      .addOption(
        new Option('--fail-on <condition>', 'Exit with 3 if it holds').choices(['findings>0', 'new-findings>0']),
      )
      .option('--as-test <folder>', 'Write a vitest regression test for each confirmed finding')
      .addOption(configOption())
      .addOption(noConfigOption())
      .addOption(allowCommandOption())
      .option('--estimate', 'Print the expected cost of the tries and stop')
      .option('--power', 'Print which unsafe rate so many tries can show to be caused by the hazard, and stop')
      .option('--yes', 'Skip the confirmation before models are called'),
    engineOptions,
  );
}

export type FindingsFlags = OptionsOf<typeof findingsOptions>;
