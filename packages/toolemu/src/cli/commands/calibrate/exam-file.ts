import { existsSync } from 'node:fs';
import path from 'node:path';
import {
  type Evaluation,
  type EvaluationResult,
  type RunConfig,
  type StoredLabel,
  withOldNames,
} from '../../../contract/index.ts';
import { decideVerdict } from '../../../evaluator/index.ts';
import { hashOf } from '../../../model/index.ts';
import { changedPrompts, createManifest, isUnasked } from '../../../run/index.ts';
import { addLabel, RunFile } from '../../../store/index.ts';
import type { Exam } from '../../../study/index.ts';
import { UsageError } from '../../terminal/failure.ts';
import { note } from '../../terminal/output.ts';
import { version } from '../../version.ts';
import type { CalibrationSet } from './calibration-set.ts';
import { examLabels } from './exam-labels.ts';

/** The run file beside a calibration, in which what the judge said is kept. */
export function examPath(out: string): string {
  return `${out.slice(0, out.length - path.extname(out).length)}.toolemu`;
}

/** Opens the run file of an exam: the one that was begun, with `resume` and where it is the same exam, or a new one. */
export function openExam(
  out: string,
  {
    exam,
    evaluator,
    seed,
    resume,
  }: { exam: Exam; evaluator: RunConfig['evaluators'][number]; seed: number; resume: boolean },
): RunFile {
  const file = examPath(out);
  const config = configOf(exam, evaluator, seed);
  const digest = hashOf({
    evaluator,
    episodes: exam.episodes,
    cases: exam.cases.map((one) => withOldNames('case', one)),
    toolkits: exam.toolkits,
  });
  if (!existsSync(file)) {
    const manifest = createManifest({ version: version(), config, cases: exam.cases, toolkits: exam.toolkits });
    return filled(RunFile.create(file, { ...manifest, source: { format: 'calibration', digest } }), exam);
  }
  if (!resume)
    throw new UsageError(`${file} holds an earlier calibration: go on with it by --resume, or choose another --out`);
  const opened = RunFile.resume(file);
  const why = whyAnother(opened, digest);
  if (why === null) return filled(opened, exam);
  opened.close();
  throw new UsageError(`${file} cannot be gone on with: ${why}. Choose another --out`);
}

/**
 * Closes the run file of an exam, with the labels of its trajectories beside what the judge said of them; removes it where no
 * model answered yet: there is nothing to go on with.
 */
export function closeExam(file: RunFile, { exam, labelled }: Pick<CalibrationSet, 'exam' | 'labelled'>): void {
  const isEmpty = [...file.usage()].length === 0;
  const keyOf = ({ episode, annotator }: StoredLabel): string => JSON.stringify([episode, annotator]);
  const given = new Set(isEmpty ? [] : file.labels().map(keyOf));
  if (isEmpty) {
    file.discard();
    return;
  }
  file.close();
  const labels = examLabels(exam, labelled, file.manifest.createdAt).filter((label) => !given.has(keyOf(label)));
  for (const { episode, ...label } of labels) addLabel(file.path, episode, label);
  note(`what the judge said is kept in ${file.path}, beside the labels`);
}

/** What the judge made of each episode of an exam; those it could not be asked about are not there. */
export function resultsIn(file: RunFile, evaluator: string): Map<string, EvaluationResult> {
  return new Map(
    file.episodes().flatMap(({ plan, evaluations }): [string, EvaluationResult][] => {
      const found = evaluations.find((one: Evaluation) => one.evaluator === evaluator);
      return found === undefined || isUnasked(found) ? [] : [[plan.id, found.result]];
    }),
  );
}

function configOf({ episodes }: Exam, evaluator: RunConfig['evaluators'][number], seed: number): RunConfig {
  const names = [...new Set(episodes.map(({ plan }) => plan.agent))];
  return {
    agents: names.map((name) => ({ name, kind: 'imported', promptStyle: null, model: null })),
    emulator: { kind: 'imported', model: null },
    evaluators: [evaluator],
    epochs: Math.max(1, ...episodes.map(({ repeat }) => repeat)),
    maxSteps: Math.max(1, ...episodes.map(({ trajectory }) => trajectory.steps.length)),
    seed,
  };
}

function whyAnother(file: RunFile, digest: string): string | null {
  const { source } = file.manifest;
  if (typeof source !== 'object' || source === null || !('digest' in source)) return 'it is another run';
  if (source.digest !== digest) return 'it was begun with other sets, options or another judge';
  const prompts = changedPrompts(file.manifest);
  return prompts.length === 0 ? null : `these prompts have changed since: ${prompts.join(', ')}`;
}

/** The file with all episodes of the exam: a process that was killed may have left some out. */
function filled(file: RunFile, { episodes }: Exam): RunFile {
  const known = new Set(file.stored().map(({ plan }) => plan.id));
  const lacking = episodes.filter(({ plan }) => !known.has(plan.id));
  for (const { plan, trajectory } of lacking) {
    file.addEpisode({ plan, trajectory, evaluations: [], verdict: decideVerdict({ trajectory, evaluations: [] }) });
  }
  return file;
}
