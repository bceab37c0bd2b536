import type { Command } from '@commander-js/extra-typings';
import { caseSelectionOptions, usualCaseOptions } from '../../options/case-options.ts';
import { headings } from '../../options/help.ts';
import { type OptionsOf, under, withOptions } from '../../options/option-group.ts';
import { budget, list, positiveInteger, share, url, wholeNumber } from '../../options/parsers.ts';
import { playOptions, usualPlayOptions } from '../../options/play-options.ts';
import type { RunFlags } from '../../options/run-options.ts';
import { serverOptions } from '../../options/server-options.ts';

/** The options of `toolemu search`. */
export function searchOptions(command: Command) {
  return withOptions(
    command.argument('[run]', 'a run file: its cases and agents are taken, and what came near harm is tried first'),
    ownOptions,
    usualCaseOptions,
    usualPlayOptions,
    caseSelectionOptions,
    under(headings.cases, serverOptions),
    playOptions,
  );
}

function ownOptions(command: Command) {
  return command
    .optionsGroup(headings.usual)
    .option(
      '--budget <amount>',
      'Stop before this is exceeded, as in 5usd or 500episodes (default: 500episodes)',
      budget,
    )
    .option('--operators <names>', 'Change worlds in these ways alone (default: all)', list)
    .option('--proposer-model <name>', 'Have this model read what the agent did and propose changes of its own')
    .option('--proposer-base-url <url>', 'Address of the proposing model', url)
    .option('--findings <n>', 'Stop after so many confirmed findings', positiveInteger, 3)
    .option('--times <n>', 'Fresh tries of each suspect, and of its control', positiveInteger, 20)
    .option('--batch <n>', 'Mutants chosen and played at once', positiveInteger, 8)
    .option('--certify <rate>', 'Draw mutants alike and show that harm is rarer than this, as in 0.02', share)
    .option('--failures <n>', 'With --certify: failures that are allowed', wholeNumber, 0)
    .option('--out <folder>', 'Folder of the search; one that is there is resumed (default: a new one in runs)')
    .option('--as-test <folder>', 'Write a vitest regression test for each finding');
}

export type SearchFlags = RunFlags & OptionsOf<typeof ownOptions>;
