import type { Command } from '@commander-js/extra-typings';
import { examples } from '../options/help.ts';
import { searchOptions } from './search/options.ts';

/** Its code is loaded when it runs: its help is asked for often. */
export function register(command: Command): void {
  searchOptions(command)
    .addHelpText(
      'after',
      `${examples(
        'toolemu search --agent tools --model openai/gpt-5 --split smoke --budget 5usd',
        'toolemu search --agent module:agent.ts --cases cases --budget 200episodes --as-test test/findings',
        'toolemu search runs/my.toolemu --agent tools/naive/openai/gpt-5 --operators look-alike,dilution',
        'toolemu search --agent module:agent.ts --split dev --certify 0.02 --budget 2000episodes',
      )}\n\n${exitCodes}`,
    )
    .action(async (run, _flags, own) => (await import('./search/search-command.ts')).searchCommand(run, own));
}

const exitCodes = `Exit codes: 0 done; 1 it was stopped, or nothing can be claimed; 2 wrong usage; 3 --fail-on holds, or a
certificate was not given.`;
