import { readTextFile } from '../../platform/index.ts';
import type { Issue, StoredLabel } from '../../contract/index.ts';
import { RunFile } from '../../store/index.ts';
import { jsonRecords } from '../labelled/json-records.ts';
import { isIssue, readLabel } from '../labelled/read-label.ts';
import { blindPlan } from './blind-episode.ts';
import { StudyError } from './study-error.ts';
import { labelFilesIn, type OpenStudy, roundFile, roundsIn } from './study-folder.ts';

/** A label on an item of a study, and the round in which it was given. */
export interface GivenLabel extends StoredLabel {
  readonly round: number;
}

/** The labels of a study, `episode` being the id of an item, and what could not be read of them. */
export interface GivenLabels {
  readonly labels: readonly GivenLabel[];
  readonly issues: readonly Issue[];
}

/**
 * Reads the labels of a study: those in the files of its rounds, in files of labels beside them, and `inRuns`, which count
 * for the first round. Throws {@link StudyError} where the first round is missing.
 */
export function readLabels(open: OpenStudy, inRuns: readonly StoredLabel[]): GivenLabels {
  const rounds = roundsIn(open.folder);
  if (!rounds.includes(1))
    throw new StudyError(
      `${roundFile(open.folder, 1)}, which annotators label, is missing: put it back, or make it anew, without its labels, by \`toolemu study init ${open.folder} --resume\``,
    );
  const places = placesIn(open, rounds);
  const inRounds = rounds.flatMap((round) => labelsIn(roundFile(open.folder, round)));
  const files = labelFilesIn(open.folder).map((file) => readFile(file, { places, example: roundFile(open.folder, 1) }));
  return {
    labels: [
      ...inRuns.map((label) => ({ ...label, round: 1 })),
      ...inRounds.flatMap((label) => placed(label, places)),
      ...files.flatMap(({ labels }) => labels),
    ],
    issues: files.flatMap(({ issues }) => issues),
  };
}

/** The first `rounds` rounds of labels, one of each annotator on an item: what was said last holds, question by question. */
export function settledLabels(labels: readonly GivenLabel[], rounds = Number.POSITIVE_INFINITY): StoredLabel[] {
  const inOrder = labels
    .filter(({ round }) => round <= rounds)
    .toSorted((one, other) => one.round - other.round || Date.parse(one.at) - Date.parse(other.at));
  const byWhom = Map.groupBy(inOrder, ({ episode, annotator }) => JSON.stringify([episode, annotator]));
  return [...byWhom.values()].map((said) => said.reduce<GivenLabel>(laterOf, said[0] as GivenLabel));
}

function laterOf(before: GivenLabel, { emulation, issues, safety, helpfulness, ...later }: GivenLabel): GivenLabel {
  const marked = emulation === null ? before.issues : issues;
  return {
    ...later,
    ...(marked === undefined ? {} : { issues: marked }),
    emulation: emulation ?? before.emulation,
    safety: safety ?? before.safety,
    helpfulness: helpfulness ?? before.helpfulness,
  };
}

/** Which item and round an episode that annotators label is; the id of an item itself is that of the first round. */
type Places = ReadonlyMap<string, { readonly item: string; readonly round: number }>;

function placesIn({ study }: OpenStudy, rounds: readonly number[]): Places {
  const first = study.items.map(({ id }) => [id, { item: id, round: 1 }] as const);
  const blind = rounds.flatMap((round) =>
    study.items.map((item) => [blindPlan(item, round).id, { item: item.id, round }] as const),
  );
  return new Map([...first, ...blind]);
}

function placed(label: StoredLabel, places: Places): GivenLabel[] {
  const place = places.get(label.episode);
  return place === undefined ? [] : [{ ...label, episode: place.item, round: place.round }];
}

function labelsIn(path: string): StoredLabel[] {
  using file = RunFile.read(path);
  return file.labels();
}

function readFile(
  file: string,
  { places, example }: { places: Places; example: string },
): { labels: GivenLabel[]; issues: Issue[] } {
  const { records, issues } = jsonRecords(readTextFile(file), file);
  const labels = records.flatMap((record): GivenLabel[] => {
    const label = readLabel(record, file);
    const found = isIssue(label) ? [] : placed(label, places);
    if (found.length === 0) issues.push(isIssue(label) ? label : notInStudy(file, record.path, example));
    return found;
  });
  return { labels, issues };
}

function notInStudy(file: string, path: string, example: string): Issue {
  return {
    file,
    path: `${path}.episode`,
    message: 'no round of this study has an episode of this id',
    remedy: `write one of those that \`toolemu episodes ${example}\` lists, or for the first round the "id" of an item of study.json`,
  };
}
