import type { Command } from '@commander-js/extra-typings';
import { studyStatusLines } from '../../../report/index.ts';
import { openStudy, readStudy, reopenedItems, statusOf, type StudyState } from '../../../study/index.ts';
import { examples } from '../../options/help.ts';
import { type OptionsOf, withOptions } from '../../options/option-group.ts';
import { positiveInteger } from '../../options/parsers.ts';
import { UsageError } from '../../terminal/failure.ts';
import { note, print, printJson, self } from '../../terminal/output.ts';
import { noteIssues } from './issues.ts';
import { labellingOptions } from './options.ts';
import { openLabelling, openRound } from './round.ts';

export function register(command: Command): void {
  studyStatusOptions(command)
    .addHelpText('after', examples('toolemu study status', 'toolemu study status pilot --round 2'))
    .action(studyStatus);
}

function studyStatusOptions(command: Command) {
  return withOptions(
    command
      .argument('[folder]', 'folder of the study', 'study')
      .option(
        '--round <n>',
        'open this round to be labelled; from the second on, what annotators disagree on after the one before',
        positiveInteger,
      ),
    labellingOptions,
  );
}

type StudyStatusFlags = OptionsOf<typeof studyStatusOptions>;

/** `toolemu study status`: how far annotators are and where they disagree; with a round, opens it to be labelled. */
export async function studyStatus(folder: string, { round, ...flags }: StudyStatusFlags): Promise<void> {
  const study = openStudy(folder);
  const before = readStudy(study);
  noteIssues(before.issues);
  if (round !== undefined && round > 1) beginRound(round, before);
  const status = statusOf(round === undefined ? before : readStudy(study));
  if (flags.json === true) printJson(status);
  else for (const line of studyStatusLines(status, self)) print(line);
  if (round !== undefined && status.rounds.some((one) => one.round === round))
    await openLabelling(study, { ...flags, view: flags.view && flags.json !== true });
}

/** Puts what annotators disagree on, by the rounds before, into a round. */
function beginRound(round: number, state: StudyState): void {
  if (!state.rounds.has(round - 1))
    throw new UsageError(
      `round ${round} comes after round ${round - 1}, which is not begun: begin it by \`${self} study status ${state.folder} --round ${round - 1}\``,
    );
  const reopened = reopenedItems(state, round);
  if (reopened.size > 0) openRound(state, round, reopened);
  else note(`no two annotators disagree after round ${round - 1}: nothing is to be labelled again`);
}
