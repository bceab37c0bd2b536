import { shellWord, plural } from '../../words/index.ts';
import { oneLine } from '../terminal/terminal.ts';
import type { Dispute, StudyStatus } from '../../contract/index.ts';
import { aligned } from '../terminal/aligned.ts';

const mostTold = 20;

/** How far a study is, as text; `program` is how this program is called, for commands that a user may copy. */
export function studyStatusLines(status: StudyStatus, program: string): string[] {
  const { disputes } = status;
  return [
    ...headLines(status, program),
    ...status.rounds.flatMap(({ round, items, annotators }) => [
      '',
      `round ${round}: ${plural(items, 'trajectory', 'trajectories')} to label`,
      ...(annotators.length === 0
        ? ['  nobody has begun']
        : aligned(
            annotators.map(({ annotator, whole, part, left }) => [
              `  ${oneLine(annotator)}`,
              `${whole} done`,
              part === 0 ? '' : `${part} in part`,
              left === 0 ? '' : `${left} left`,
            ]),
          )),
    ]),
    '',
    ...(disputes.length === 0 ? [agreeLine(status)] : disputeLines(status, program)),
  ];
}

function headLines(
  { folder, cases, emulators, seed, trajectories, strangers }: StudyStatus,
  program: string,
): string[] {
  const { played, brokenOff, open } = trajectories;
  const left = [
    ...(brokenOff === 0 ? [] : [`${brokenOff} broke off`]),
    ...(open === 0 ? [] : [`${open} not played yet: ${program} study init ${shellWord(folder)} --resume`]),
  ];
  return [
    `study   ${oneLine(folder)}: ${plural(cases, 'case')}, ${emulators.map(oneLine).join(' and ')}, seed ${seed}`,
    `played  ${[`${played} of ${plural(played + brokenOff + open, 'trajectory', 'trajectories')}`, ...left].join(', ')}`,
    ...strangers.map(
      (name) => `${oneLine(name)} labelled, and is not among the annotators of study.json: that does not count`,
    ),
  ];
}

function agreeLine({ shared }: StudyStatus): string {
  if (shared === 0) return 'no trajectory has the labels of two annotators yet';
  return `no two annotators disagree on the ${plural(shared, 'trajectory', 'trajectories')} that both have labelled`;
}

function disputeLines({ folder, disputes, shared, rounds }: StudyStatus, program: string): string[] {
  const rows = disputes.slice(0, mostTold).flatMap(disputeRows);
  const more = disputes.length > mostTold ? [`  and ${disputes.length - mostTold} more: --json lists all`] : [];
  return [
    `annotators disagree on ${disputes.length} of the ${plural(shared, 'trajectory', 'trajectories')} that two or more have labelled:`,
    ...aligned(rows),
    ...more,
    againLine(rounds, { folder, program }),
  ];
}

/** In which round the disputed are labelled again: the last one, as long as somebody has not begun all of it, or the next. */
function againLine(
  rounds: StudyStatus['rounds'],
  { folder, program }: { readonly folder: string; readonly program: string },
): string {
  const last = rounds.at(-1);
  const commandOf = (round: number): string => `${program} study status ${shellWord(folder)} --round ${round}`;
  if (last !== undefined && last.round > 1 && isGoingOn(last))
    return `they are labelled again in round ${last.round}, which is not done: ${commandOf(last.round)}`;
  return `have them labelled again: ${commandOf((last?.round ?? 1) + 1)}`;
}

function isGoingOn({ annotators }: StudyStatus['rounds'][number]): boolean {
  return annotators.some(({ left }) => left > 0);
}

function disputeRows({ item, questions }: Dispute): string[][] {
  return questions.map(({ question, said }, index) => [
    `  ${index === 0 ? oneLine(item) : ''}`,
    question,
    said.map((one) => `${oneLine(one.annotator)} ${one.said}`).join(', '),
  ]);
}
