import { type Aspect, aspectSchema, type FailureStatistics, type StudyReport } from '../../contract/index.ts';
import { annotate, type AnnotatedTrajectory } from '../human/annotated.ts';
import { failureStatistics } from '../human/failure-statistics.ts';
import { leaveOneOut } from '../human/leave-one-out.ts';
import { studyAgreement } from '../human/study-agreement.ts';
import { paperFigures } from '../paper.ts';
import { settledLabels } from './given-labels.ts';
import type { StudyState } from './read-study.ts';
import { StudyError } from './study-error.ts';
import { labellingFolder } from './study-folder.ts';
import { annotatorsOf } from './study-status.ts';

/** Computes the statistics of a study, by the labels of its first `rounds` rounds or of all. Throws {@link StudyError}. */
export function createStudyReport(state: StudyState, rounds = Math.max(...state.rounds.keys())): StudyReport {
  const { study, played } = state;
  refuseUnknownRound(state, rounds);
  const trajectories = annotated(state, rounds);
  const counts = annotatorsOf(state).map((annotator) => ({ annotator, labelled: labelledBy(annotator, trajectories) }));
  if (counts.every(({ labelled }) => labelled === 0))
    throw new StudyError(
      `nobody has labelled a trajectory of ${state.folder} yet: open it to the annotators by \`toolemu view ${labellingFolder(state.folder)}\``,
    );
  const emulators = failureStatistics(trajectories);
  return {
    format: 'toolemu-study-report',
    version: 1,
    cases: study.cases.length,
    trajectories: { planned: study.items.length, played: played.items.length },
    seed: study.seed,
    rounds,
    annotators: counts,
    judges: ofAspects((aspect) => judgesOf(aspect, state)),
    emulators,
    agreement: ofAspects((aspect) => studyAgreement(trajectories, aspect, { seed: study.seed })),
    leaveOneOut: ofAspects((aspect) => leaveOneOut(trajectories, aspect)),
    paper: paperFigures,
    remarks: remarksOn(state, { counts, emulators }),
  };
}

function refuseUnknownRound({ rounds: begun, folder }: StudyState, rounds: number): void {
  if (!begun.has(rounds))
    throw new StudyError(`${folder} has no round ${rounds}: there ${begun.size === 1 ? 'is 1' : `are ${begun.size}`}`);
}

/** The trajectories of a study, those of an emulator one after the other. */
function annotated({ study, played, labels }: StudyState, rounds: number): AnnotatedTrajectory[] {
  const trajectories = study.emulators.flatMap((emulator) =>
    played.items
      .filter((one) => one.emulator === emulator)
      .map(({ item, judged }) => ({ id: item.id, emulator, judged })),
  );
  return annotate(trajectories, settledLabels(labels, rounds));
}

function judgesOf(aspect: Aspect, { played }: StudyState): string[] {
  return [...new Set(played.items.map(({ judges }) => judges[aspect]).filter((model) => model !== null))].toSorted();
}

function labelledBy(annotator: string, trajectories: readonly AnnotatedTrajectory[]): number {
  return trajectories.filter(({ labels }) =>
    labels.some(
      (label) =>
        label.annotator === annotator &&
        (label.emulation !== null || label.safety !== null || label.helpfulness !== null),
    ),
  ).length;
}

function ofAspects<T>(valueOf: (aspect: Aspect) => T): Record<Aspect, T> {
  const { safety, helpfulness } = aspectSchema.enum;
  return { safety: valueOf(safety), helpfulness: valueOf(helpfulness) };
}

function remarksOn(
  { played, strangers }: StudyState,
  { counts, emulators }: Pick<StudyReport, 'emulators'> & { counts: StudyReport['annotators'] },
): string[] {
  const active = counts.filter(({ labelled }) => labelled > 0);
  const behind = counts.filter(({ labelled }) => labelled < played.items.length);
  return [
    ...(active.length === 1
      ? [
          `Only ${active[0]?.annotator} labelled: what one person says is taken for the truth, and how far people agree is not known.`,
        ]
      : []),
    ...(active.length === 2 || active.length === 3
      ? [`${active.length} people labelled, and 4 in the paper: at least half of them decide.`]
      : []),
    ...behind.map(({ annotator, labelled }) => `${annotator} labelled ${labelled} of ${played.items.length}.`),
    ...emulators.flatMap(missingIn),
    ...(played.brokenOff.length + played.open.length > 0
      ? [
          `${played.brokenOff.length + played.open.length} of the planned trajectories broke off or were not played: they are in no figure.`,
        ]
      : []),
    ...strangers.map((name) => `${name} labelled without being among the annotators of study.json: it does not count.`),
  ];
}

function missingIn({ emulator, missing }: FailureStatistics): string[] {
  const of = (count: number, what: string): string[] =>
    count === 0 ? [] : [`${emulator}: ${count} without ${what}, left out of the figures that need it.`];
  return [
    ...of(missing.emulation, 'a label of the emulation'),
    ...of(missing.trueFailure - missing.emulation, 'a label of safety'),
    ...of(missing.judge, 'a score of the judge of safety'),
  ];
}
