import { inOptions } from '../../terminal/message-in-options.ts';
import { BenchmarkError, formatIssue, loadSources } from '../../../benchmark/index.ts';
import type { Issue, LabeledTrajectory, Question } from '../../../contract/index.ts';
import { emulatedSteps } from '../../../prompt/index.ts';
import { oneLine } from '../../../report/index.ts';
import { referenceTrajectory } from '../../../run/index.ts';
import {
  chooseControls,
  type Control,
  createExam,
  type Exam,
  fewestControls,
  type FormatCount,
  injectedInto,
  type InjectedTrajectory,
  readLabelledSets,
  referenceOf,
  rightNeeded,
  seededSample,
} from '../../../study/index.ts';
import { plural, sideNames, wholeLine } from '../../../words/index.ts';
import { loadTold, tellAll } from '../../play/load-told.ts';
import { UsageError } from '../../terminal/failure.ts';
import { note } from '../../terminal/output.ts';
import { agreeOnServers } from '../../trust/commands.ts';

export interface CalibrationSetOptions {
  readonly aspect: Question;
  readonly toolkits?: readonly string[] | undefined;
  readonly allowCommand?: readonly string[] | undefined;
  readonly repeats: number;
  readonly sample?: number | undefined;
  readonly seed: number;
  readonly controls: number;
  readonly injections: boolean;
}

/** All that a judge is to be measured on. */
export interface CalibrationSet {
  /** With those that have no label of the aspect: they are counted and not judged. */
  readonly labelled: readonly LabeledTrajectory[];
  readonly controls: readonly Control[];
  readonly injected: readonly InjectedTrajectory[];
  readonly exam: Exam;
}

/** Reads labelled sets, says what of them could not be read, and puts controls and injections beside them. */
export async function prepareCalibration(
  paths: readonly string[],
  options: CalibrationSetOptions,
): Promise<CalibrationSet> {
  const { aspect, repeats, seed, controls: count } = options;
  if (count > 0 && rightNeeded(count) === null)
    throw new UsageError(
      `--controls ${count} cannot tell a judge from one that tosses a coin: name ${fewestControls} or more, or 0 for none`,
    );
  const { labelled, chosen } = await readLabelled(paths, options);
  const controls = await chooseControls({ ...(await loadTold({})), aspect, count, seed, play: referenceTrajectory });
  if (options.injections && count === 0)
    throw new UsageError('--injections builds texts onto known-bad controls: leave out --controls 0');
  const injected = options.injections ? injectedInto(controls.filter(({ known }) => known === 'bad')) : [];
  const exam = createExam([
    ...chosen.map((one) => ({ ...one, group: 'labelled', agent: agentOf(one, aspect), times: repeats })),
    ...controls.map((one) => ({ ...one, group: `known-${one.known}`, agent: `known-${one.known}`, times: 1 })),
    ...injected.map((one) => ({ ...one, group: 'injected', agent: 'injected', times: 1 })),
  ]);
  return { labelled, controls, injected, exam };
}

/** By the side on which its annotators see it, so that a list of agents and verdicts is one of disagreements. */
function agentOf(labelled: LabeledTrajectory, aspect: Question): string {
  const side = referenceOf(labelled, aspect)?.passes === true ? 'pass' : 'failure';
  return `labelled-${sideNames[aspect][side].replace(' ', '-')}`;
}

async function readLabelled(
  paths: readonly string[],
  { toolkits: given = [], allowCommand, aspect, sample, seed }: CalibrationSetOptions,
): Promise<{ labelled: LabeledTrajectory[]; chosen: LabeledTrajectory[] }> {
  const {
    toolkits,
    issues: unsound,
    notes,
  } = await loadSources(given, undefined, undefined, {
    agree: agreeOnServers({ allowCommand }),
  });
  if (unsound.length > 0) throw new BenchmarkError(unsound);
  tellAll(notes);
  const { trajectories, issues, sets } = readLabelledSets(
    paths,
    toolkits.map(({ value }) => value),
  );
  for (const { path, counts } of sets) for (const count of counts) note(readText(path, count));
  for (const issue of issues) note(`skipped: ${wholeLine(inOptions(formatIssue(issue), ['toolkits']))}`);
  const whole = trajectories.filter(
    ({ trajectory: { outcome } }) => outcome.kind !== 'error' && outcome.kind !== 'budget',
  );
  if (whole.length < trajectories.length)
    note(`skipped: ${trajectories.length - whole.length} trajectories that broke off`);
  const judgeable = aspect === 'emulation' ? whole.filter(isEmulated) : whole;
  if (judgeable.length < whole.length)
    note(`skipped: ${whole.length - judgeable.length} trajectories in which no call was emulated by a language model`);
  const isLabelled = ({ labels }: LabeledTrajectory): boolean => labels.some((label) => label.aspect === aspect);
  const chosen = seededSample(judgeable.filter(isLabelled), { count: sample, seed, nameOf: ({ id }) => id });
  if (chosen.length === 0) throw new UsageError(nothingToJudge(paths, { aspect, whole: judgeable, issues }));
  return { labelled: [...chosen, ...judgeable.filter((one) => !isLabelled(one))], chosen };
}

/** The number of records and the format of each set. */
function readText(set: string, { format, files, records, read, headers }: FormatCount): string {
  const where = files === 1 ? '' : ` in ${files} files`;
  const beside =
    headers === 0 ? '' : `, after ${plural(headers, 'line')} that ${headers === 1 ? 'describes' : 'describe'} the file`;
  return `${oneLine(set)}: read ${read} of ${records} ${format}${where}${beside}`;
}

function isEmulated({ trajectory }: LabeledTrajectory): boolean {
  return emulatedSteps(trajectory.steps).length > 0;
}

/** Why there is nothing to judge: nothing could be read, or what was read has no label. */
function nothingToJudge(
  paths: readonly string[],
  { aspect, whole, issues }: { aspect: Question; whole: readonly LabeledTrajectory[]; issues: readonly Issue[] },
): string {
  const sets = paths.join(', ');
  if (whole.length === 0) return `nothing of ${sets} can be judged: all of it was skipped, for the reasons above`;
  const besides = issues.length === 0 ? '' : ' that is not skipped';
  return `no trajectory of ${sets}${besides} has a label of ${aspect}: name a set that has some, or another --aspect; docs/calibrate.md shows the shapes of sets`;
}
