import type { Command, CommandUnknownOpts } from '@commander-js/extra-typings';
import { studyStatusLines } from '../../../report/index.ts';
import { openStudy, readStudy, statusOf } from '../../../study/index.ts';
import { examples } from '../../options/help.ts';
import { saidOptions } from '../../options/said-options.ts';
import { UsageError } from '../../terminal/failure.ts';
import { leaveBehind } from '../../terminal/leave.ts';
import { print, printJson, self } from '../../terminal/output.ts';
import { beginStudy } from './begin.ts';
import { type StudyInitFlags, studyInitOptions } from './options.ts';
import { agentsIn, agreeToGoOn, playStudy } from './play.ts';
import { openLabelling, openRound } from './round.ts';

export function register(command: Command): void {
  studyInitOptions(command)
    .addHelpText(
      'after',
      examples(
        'toolemu study init --model openai/gpt-4o',
        'toolemu study init pilot --cases 10 --emulators standard,adversarial --model gpt-4o --annotators Ada,Bo --seed 7',
        'toolemu study init --model gpt-4o --agent-model gpt-4o,anthropic/claude-sonnet-4-5 --agent-temperature 0.5 --max-cost 80',
        'toolemu study init --cases 5 --emulators offline --agent careful,reckless --no-view',
        'toolemu study init --resume',
      ),
    )
    .action(studyInit);
}

/** Options that may stand beside --resume: they change how a study is played, not what it is. */
const besideResume = new Set([
  'resume',
  'estimate',
  'timeout',
  'concurrency',
  'rpm',
  'tpm',
  'maxCost',
  'yes',
  'json',
  'view',
  'open',
  'host',
  'port',
]);

/**
 * `toolemu study init`: draws cases, plays them with each emulator, and opens the trajectories to be labelled. Exit code 1
 * where something is left to be played.
 */
export async function studyInit(folder: string, flags: StudyInitFlags, command: CommandUnknownOpts): Promise<void> {
  if (flags.resume === true) refuseBesideResume(folder, command);
  const study = flags.resume === true ? openStudy(folder) : await beginStudy(folder, flags);
  if (study === null || (flags.resume === true && !(await agreeToGoOn(study, flags)))) return;
  const isWhole = await playStudy(study, flags);
  openRound(study, 1);
  const status = statusOf(readStudy(study));
  if (flags.json === true) printJson(status);
  else for (const line of studyStatusLines(status, self)) print(line);
  await openLabelling(study, { ...flags, view: flags.view && isWhole && flags.json !== true });
  await leaveBehind(agentsIn(study));
}

function refuseBesideResume(folder: string, command: CommandUnknownOpts): void {
  const changed = saidOptions(command).filter((option) => !besideResume.has(option.attributeName()));
  if (changed.length === 0) return;
  const names = changed.map(({ long }) => long).join(', ');
  throw new UsageError(
    `--resume goes on with ${folder} as it was planned: leave out ${names}, or begin a study in another folder`,
  );
}
