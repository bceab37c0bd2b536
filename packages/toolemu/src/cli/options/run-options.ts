import { type Command, Option } from '@commander-js/extra-typings';
import type { ModelChoice } from '../../run/index.ts';
import { caseSelectionOptions, usualCaseOptions } from './case-options.ts';
import { headings } from './help.ts';
import { type OptionsOf, under, withOptions } from './option-group.ts';
import { shard } from './parsers.ts';
import { playOptions, runOutOptions, usualPlayOptions } from './play-options.ts';
import { serverOptions } from './server-options.ts';

/** Adds the options of `toolemu run`. */
export function runOptions(command: Command) {
  return withOptions(
    command,
    usualCaseOptions,
    usualPlayOptions,
    runOutOptions,
    caseSelectionOptions,
    under(headings.cases, serverOptions),
    playOptions,
    earlierRunOptions,
    machineOptions,
  );
}

function earlierRunOptions(command: Command) {
  return command
    .optionsGroup(headings.earlier)
    .option('--resume <run>', 'go on with a run file, with the configuration it holds')
    .addOption(
      new Option(
        '--retry <what>',
        'with --resume: also what the agent itself broke off, once it is mended, or where a model would not answer',
      ).choices(['agent', 'unanswerable']),
    )
    .option('--replay <run>', 'play a run again with the answers it recorded, and call nothing')
    .option('--reuse <run...>', 'take recorded answers of these runs where a request is the same');
}

function machineOptions(command: Command) {
  return command
    .optionsGroup(headings.machines)
    .option('--shard <i/n>', 'play one of n parts of the run; `toolemu merge` makes one run of them', shard)
    .option(
      '--queue [url]',
      'have workers play it (`toolemu worker`), by way of a PostgreSQL database (default: TOOLEMU_QUEUE)',
    )
    .option('--no-queue', 'with --resume: play here what was begun on a queue, and is in it no more');
}

type WrittenFlags = OptionsOf<typeof runOptions>;
type ModelName = 'model' | 'emulatorModel' | 'evaluatorModel' | 'userModel';

/** Options of `toolemu run`. A matrix says more of a model than its name. */
export type RunFlags = Omit<WrittenFlags, ModelName | 'agentModel'> & {
  [Name in ModelName]?: ModelChoice;
} & { agentModel?: ModelChoice[] };
