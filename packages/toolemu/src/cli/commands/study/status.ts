import { openStudy, readStudy, reopenedItems, statusOf, type StudyState } from '../../../study/index.ts';
import { UsageError } from '../../terminal/failure.ts';
import { note, print, printJson, self } from '../../terminal/output.ts';
import type { LabellingFlags } from './flags.ts';
import { noteIssues } from './issues.ts';
import { openLabelling, openRound } from './round.ts';
import { studyStatusLines } from '../../../report/index.ts';

export interface StudyStatusFlags extends LabellingFlags {
  /** The round that is begun, or opened again. */
  round?: number;
}

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
