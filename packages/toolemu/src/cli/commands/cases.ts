import type { Command } from '@commander-js/extra-typings';
import { oneLine } from '../../report/index.ts';
import { caseFileOptions } from '../options/case-options.ts';
import { examples } from '../options/help.ts';
import { type OptionsOf, withOptions } from '../options/option-group.ts';
import { serverOptions } from '../options/server-options.ts';
import { loadTold } from '../play/load-told.ts';
import { colours, print, printJson } from '../terminal/output.ts';

export function register(command: Command): void {
  casesOptions(command)
    .addHelpText(
      'after',
      examples('toolemu cases', 'toolemu cases --cases all_cases.json --toolkits all_toolkits.json'),
    )
    .action(listCases);
}

function casesOptions(command: Command) {
  return withOptions(command.option('--json', 'print the cases whole, as JSON'), caseFileOptions, serverOptions);
}

/** `toolemu cases`: what there is to play. */
export async function listCases(flags: OptionsOf<typeof casesOptions>): Promise<void> {
  const { cases } = await loadTold(flags);
  if (flags.json === true) {
    printJson(cases);
    return;
  }
  for (const { id, kind, toolkits, instruction } of cases) {
    print(`${colours.bold(id)} ${colours.dim(`${kind}, ${toolkits.join(', ')}`)}\n  ${oneLine(instruction)}`);
  }
}
