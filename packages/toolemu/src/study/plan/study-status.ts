import {
  type AnnotatorProgress,
  type Dispute,
  type Question,
  questionSchema,
  type StoredLabel,
  type StudyStatus,
} from '../../contract/index.ts';
import { disputesIn } from './disputes.ts';
import { type GivenLabel, settledLabels } from './given-labels.ts';
import type { StudyState } from './read-study.ts';

/** Tells how far a study is. */
export function statusOf(state: StudyState): StudyStatus {
  const { folder, study, played, rounds, labels, strangers } = state;
  return {
    folder,
    cases: study.cases.length,
    emulators: study.emulators,
    seed: study.seed,
    trajectories: { played: played.items.length, brokenOff: played.brokenOff.length, open: played.open.length },
    rounds: [...rounds].map(([round, items]) => ({
      round,
      items: items.size,
      annotators: progressIn(state, round),
    })),
    disputes: disputesOf(state),
    shared: [...Map.groupBy(settledLabels(labels), ({ episode }) => episode).values()].filter((said) => said.length > 1)
      .length,
    strangers,
  };
}

/** The trajectories on which two annotators disagree, by the labels of the first `rounds` rounds or of all. */
export function disputesOf({ played, labels }: StudyState, rounds?: number): Dispute[] {
  return disputesIn(
    played.items.map(({ item }) => item.id),
    settledLabels(labels, rounds),
  );
}

/** How far each annotator is in a round. */
export function progressIn(state: StudyState, round: number): AnnotatorProgress[] {
  const items = state.rounds.get(round) ?? new Map<string, readonly Question[]>();
  const labels = state.labels.filter((label) => label.round === round);
  return annotatorsOf(state).map((annotator) => progressOf(annotator, { items, labels }));
}

function progressOf(
  annotator: string,
  { items, labels }: { items: ReadonlyMap<string, readonly Question[]>; labels: readonly GivenLabel[] },
): AnnotatorProgress {
  const own = settledLabels(labels.filter((label) => label.annotator === annotator && items.has(label.episode)));
  const isWhole = (label: StoredLabel): boolean =>
    (items.get(label.episode) ?? []).every((question) => label[question] !== null);
  const begun = own.filter((label) => questionSchema.options.some((question) => label[question] !== null));
  const whole = begun.filter(isWhole).length;
  return { annotator, whole, part: begun.length - whole, left: items.size - begun.length };
}

/** Who was asked; where nobody was, who gave any label. */
export function annotatorsOf({ study, labels }: Pick<StudyState, 'study' | 'labels'>): string[] {
  if (study.annotators.length > 0) return study.annotators;
  return [...new Set(labels.map(({ annotator }) => annotator))].toSorted();
}
