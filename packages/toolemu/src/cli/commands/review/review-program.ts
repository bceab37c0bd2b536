import { type Command, InvalidArgumentError, Option } from 'commander';
import type { DraftState } from '../../../contract/index.ts';
import { draftStateNames } from '../../../words/index.ts';
import { examples } from '../../options/shared-options.ts';

/** The command that reviews drafts. */
export function addReview(command: Command): void {
  command
    .description('review drafts of toolkits and cases: see what was proved, accept, edit or reject them')
    .argument('[draft]', 'id of a draft, or case/ID, toolkit/ID; without one, all that are ready, one by one')
    .option('--drafts <folder>', 'folder of the drafts', 'drafts')
    .option('--into <folder>', 'folder in whose toolkits and cases accepted ones are kept', '.')
    .option('--toolkits <paths...>', 'files or folders of more toolkits that drafts refer to')
    .option('--cases <paths...>', 'files or folders of more cases that drafts refer to')
    .option('--list', 'list the drafts; without a terminal this is what happens anyway')
    .addOption(new Option('--state <name>', 'list only the drafts of this state').argParser(draftState))
    .option('--full', 'print the draft with the records of its world and what the model thought')
    .addOption(new Option('--accept', 'accept the draft').conflicts(['edit', 'reject', 'reopen']))
    .option('--lm-only', 'with --accept: without its checks and references, as a case for language models alone')
    .addOption(
      new Option(
        '--edit <file>',
        'put the JSON of this file in its place (a toolkit, a case, or what --json printed), and prove that',
      ).conflicts(['accept', 'reject', 'reopen']),
    )
    .addOption(new Option('--reject <reason>', 'reject the draft').conflicts(['accept', 'edit', 'reopen']))
    .addOption(
      new Option('--reopen', 'review anew what was dropped or rejected').conflicts(['accept', 'edit', 'reject']),
    )
    .addOption(new Option('--revert', 'put back what the model left').conflicts(['accept', 'edit', 'reject', 'reopen']))
    .option('--json', 'print the draft, or the list, as JSON')
    .addHelpText(
      'after',
      examples(
        'toolemu review',
        'toolemu review --list --state ready',
        'toolemu review mail-old-contract --full',
        'toolemu review mail-old-contract --edit mine.json',
        'toolemu review mail-old-contract --accept',
        "toolemu review toolkit/Parking --reject 'too like Travel'",
      ),
    )
    .action(async (name: string | undefined, options) => (await import('../review.ts')).review(name, options));
}

/** A state by the name that lists give it, or that files have. */
function draftState(text: string): DraftState {
  const names = Object.entries(draftStateNames) as [DraftState, { short: string }][];
  const found = names.find(([name, { short }]) => name === text || short === text);
  if (found !== undefined) return found[0];
  throw new InvalidArgumentError(`it must be one of ${names.map(([, { short }]) => short).join(', ')}.`);
}
