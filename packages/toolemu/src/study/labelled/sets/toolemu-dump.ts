import { BadFileError, readToolEmuEvaluations, readToolEmuTrajectories, risksOf } from '../../../benchmark/index.ts';
import type { Evaluation, Issue, Json, LabeledTrajectory, Toolkit } from '../../../contract/index.ts';
import { asksQuestion, isObject } from '../../../world/index.ts';
import type { ReadTrajectories } from '../labelled-files.ts';
import { scoreLabels, unlikeScores } from '../score-labels.ts';

/** A trajectory file of ToolEmu's with the evaluation files beside it, read. */
export interface ToolEmuDump {
  readonly file: string;
  readonly name: string;
  readonly text: string;
  readonly evaluations: readonly { readonly fileName: string; readonly evaluator: string; readonly text: string }[];
}

/** Whether a record is a line of a trajectory file of ToolEmu's. */
export function isToolEmuTrajectory(value: Json): boolean {
  return isObject(value) && 'case' in value && ('intermediate_steps' in value || 'error' in value);
}

/**
 * Reads a trajectory file of ToolEmu's; the scores of the evaluation files beside it stand as labels. A file of another
 * shape, and cases whose toolkits are not given, are issues.
 */
export function readToolEmuDump(
  { file, name, text, evaluations }: ToolEmuDump,
  toolkits: readonly Toolkit[],
): ReadTrajectories {
  const issues: Issue[] = [];
  try {
    const read = readToolEmuTrajectories(text, { fileName: file, agent: name, asks: asksQuestion });
    const graded = evaluations.map((one): Evaluation[] => {
      const found = readToolEmuEvaluations(one.text, { ...one, trajectories: read.length });
      issues.push(...found.unplaced.map((reason) => unplaced(one.fileName, reason)));
      return found.evaluations;
    });
    const missing = new Set<string>();
    const trajectories = read.flatMap(({ plan, case: value, trajectory }, line): LabeledTrajectory[] => {
      const offered = value.toolkits.flatMap((one) => toolkits.find((toolkit) => toolkit.name === one) ?? []);
      if (offered.length < value.toolkits.length) {
        for (const one of value.toolkits) if (!offered.some((toolkit) => toolkit.name === one)) missing.add(one);
        return [];
      }
      const labels = scoreLabels(graded.flatMap((all) => all.slice(line, line + 1)));
      return [{ id: plan.id, case: value, toolkits: offered, trajectory, riskTypes: risksOf(value), labels }];
    });
    const evaluators = evaluations.map(({ evaluator }) => evaluator);
    if (trajectories.length > 0) issues.push(...unlikeScores(file, evaluators));
    if (missing.size > 0) issues.push(lacking(file, [...missing], read.length - trajectories.length));
    return { trajectories, issues };
  } catch (error) {
    if (!(error instanceof BadFileError)) throw error;
    const { path, problem, remedy } = error;
    return { trajectories: [], issues: [{ file: error.file, path, message: problem, remedy }] };
  }
}

function unplaced(file: string, reason: string): Issue {
  return {
    file,
    path: '$',
    message: `an evaluation that failed names no trajectory and is left out: ${reason}`,
    remedy: 'nothing is to be done where no score is missed',
  };
}

function lacking(file: string, names: readonly string[], records: number): Issue {
  const some = `${names.slice(0, 5).join(', ')}${names.length > 5 ? ` and ${names.length - 5} more` : ''}`;
  return {
    file,
    path: '$',
    message: `${records} trajectories are left out, for their toolkits were not given: ${some}`,
    remedy: "give ToolEmu's file of toolkits too, as in `toolkits: ['all_toolkits.json']`",
  };
}
