import { risksOf } from '../../../benchmark/index.ts';
import type { Issue, LabeledTrajectory, StoredLabel } from '../../../contract/index.ts';
import { RunFile } from '../../../store/index.ts';
import { isObject } from '../../../world/index.ts';
import { settledLabels } from '../../plan/given-labels.ts';
import { roundOf } from '../../plan/rounds.ts';
import { aspectLabels } from '../aspect-labels.ts';
import { jsonRecords } from '../json-records.ts';
import type { ReadTrajectories } from '../labelled-files.ts';
import { isIssue, readLabel } from '../read-label.ts';
import { scoreLabels, unlikeScores } from '../score-labels.ts';
import { withEmulator } from '../with-emulator.ts';

/** A file of labels, a label a line, as `toolemu export --format labels` writes it. */
export interface LabelsFile {
  readonly file: string;
  readonly text: string;
}

/**
 * Reads a run file. Its labels are those that people gave it, in the file itself or in files of labels: of each annotator
 * what was said last, question by question. Of an imported run that nobody labelled they are the scores that came with it.
 * A later round of a study, which holds anew what its other files hold, is an issue.
 */
export function readOwnRun(path: string, labelsFiles: readonly LabelsFile[]): ReadTrajectories {
  using run = RunFile.read(path);
  const { cases, toolkits, config, source } = run.manifest;
  const round = roundOf(run.manifest)?.round ?? 1;
  if (round > 1) return { trajectories: [], issues: [laterRound(path, round)] };
  const episodes = run.episodes();
  const known = new Set(episodes.map(({ plan }) => plan.id));
  const read = labelsFiles.map((one) => readLabels(one, known));
  const given = [...run.labels(), ...read.flatMap((one) => one.labels)];
  const labels = Map.groupBy(settledLabels(given.map((label) => ({ ...label, round: 1 }))), ({ episode }) => episode);
  const isImported = given.length === 0 && isObject(source) && source.format === 'toolemu';
  const trajectories = episodes.map(({ plan, trajectory, evaluations }): LabeledTrajectory => {
    const value = cases.find(({ id }) => id === plan.caseId);
    if (value === undefined) throw new RangeError(`${path} names the case "${plan.caseId}" and does not hold it`);
    return {
      id: plan.id,
      case: value,
      toolkits: toolkits.filter(({ name }) => value.toolkits.includes(name)),
      trajectory: withEmulator(trajectory, config.emulator),
      riskTypes: risksOf(value),
      labels: isImported ? scoreLabels(evaluations) : aspectLabels(labels.get(plan.id) ?? []),
    };
  });
  const graded = isImported ? episodes.flatMap(({ evaluations }) => evaluations.map(({ evaluator }) => evaluator)) : [];
  const issues = [...read.flatMap((one) => one.issues), ...unlikeScores(path, graded)];
  return { trajectories, issues: [...issues, ...(hasLabel(trajectories) ? [] : [noLabel(path)])] };
}

function readLabels(
  { file, text }: LabelsFile,
  episodes: ReadonlySet<string>,
): { labels: StoredLabel[]; issues: readonly Issue[] } {
  const { records, issues } = jsonRecords(text, file);
  const labels = records.flatMap((record): StoredLabel[] => {
    const label = readLabel(record, file);
    if (!isIssue(label) && episodes.has(label.episode)) return [label];
    issues.push(isIssue(label) ? label : notInRun(file, record.path));
    return [];
  });
  return { labels, issues };
}

function notInRun(file: string, path: string): Issue {
  return {
    file,
    path: `${path}.episode`,
    message: 'the run holds no finished episode of this id',
    remedy: 'write one of those that `toolemu episodes RUN` lists',
  };
}

function laterRound(path: string, round: number): Issue {
  return {
    file: path,
    path: '$',
    message: `this is round ${round} of a study, in which trajectories are labelled again`,
    remedy:
      'name the folder of the study, the one with study.json: it counts each trajectory once, by what was said last',
  };
}

function hasLabel(trajectories: readonly LabeledTrajectory[]): boolean {
  return trajectories.some(({ labels }) => labels.length > 0);
}

function noLabel(path: string): Issue {
  return {
    file: path,
    path: '$',
    message: 'nobody labelled an episode of this run',
    remedy: 'label some in the Label view of `toolemu view`, or put the labels beside it',
  };
}
