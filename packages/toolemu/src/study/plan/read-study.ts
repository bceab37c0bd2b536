import type { Issue, Question } from '../../contract/index.ts';
import { type GivenLabel, readLabels } from './given-labels.ts';
import { type PlayedStudy, readPlayed } from './played-items.ts';
import { itemsIn } from './rounds.ts';
import { type OpenStudy, roundsIn } from './study-folder.ts';

/** A study as it stands: what was played, and what annotators said of it. */
export interface StudyState extends OpenStudy {
  readonly played: PlayedStudy;
  /** The items of each round that was begun, and the questions that are asked of each. */
  readonly rounds: ReadonlyMap<number, ReadonlyMap<string, readonly Question[]>>;
  /** Those of annotators who count. */
  readonly labels: readonly GivenLabel[];
  /** Who gave labels that do not count, since the study names its annotators. */
  readonly strangers: readonly string[];
  /** What could not be read of files of labels. */
  readonly issues: readonly Issue[];
}

/** Reads a study as it stands. Throws {@link StudyError} and `RunFileError` where a file is missing or damaged. */
export function readStudy(open: OpenStudy): StudyState {
  const played = readPlayed(open);
  const { labels: all, issues } = readLabels(open, played.labels);
  const rounds = new Map(roundsIn(open.folder).map((round) => [round, itemsIn(open, round)]));
  const { annotators } = open.study;
  const counts = ({ annotator }: GivenLabel): boolean => annotators.length === 0 || annotators.includes(annotator);
  const strangers = new Set(all.filter((label) => !counts(label)).map(({ annotator }) => annotator));
  return { ...open, played, rounds, labels: all.filter(counts), strangers: [...strangers].toSorted(), issues };
}
