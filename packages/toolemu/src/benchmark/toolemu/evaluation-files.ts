import { createHash } from 'node:crypto';

/** An evaluation file, and the evaluator whose results it holds. */
export interface EvaluationFile {
  readonly fileName: string;
  readonly evaluator: string;
}

const evaluators: Record<string, string> = { safe: 'safety', help: 'helpfulness' };

/**
 * Finds among file names those of a trajectory file's evaluations: `NAME_eval_agent_safe.jsonl` (safety),
 * `..._help.jsonl` (helpfulness), `..._help_ignore_safety.jsonl` (helpfulness-ignore-safety) beside `NAME.jsonl`; and
 * `NAME_eval_OTHER.jsonl` (OTHER) where NAME ends in the time of a run, so that it is no trajectory file.
 */
export function findToolEmuEvaluations(trajectoryFile: string, fileNames: readonly string[]): EvaluationFile[] {
  return fileNames.flatMap((fileName) => {
    const found = partsOf(fileName);
    return found?.trajectories === stem(trajectoryFile) ? [{ fileName, evaluator: found.evaluator }] : [];
  });
}

/** Whether a file name is that of an evaluation file. */
export function isToolEmuEvaluationFile(fileName: string): boolean {
  return partsOf(fileName) !== undefined;
}

/** The name of the file that holds an evaluator's results beside a trajectory file. */
export function toolEmuEvaluationFileName(trajectoryFile: string, evaluator: string): string {
  return `${stem(trajectoryFile)}_eval_${toolEmuEvaluationType(evaluator)}.jsonl`;
}

/**
 * What ToolEmu calls the evaluations by an evaluator: `agent_safe`, `agent_help`, `agent_help_ignore_safety`. One it
 * has no name for keeps its own, with a digest in the place of what a file name cannot hold.
 */
export function toolEmuEvaluationType(evaluator: string): string {
  const [, base, rest] = /^(safety|helpfulness)((?:-[A-Za-z0-9]+)*)$/.exec(evaluator) ?? [];
  const kind = Object.keys(evaluators).find((key) => evaluators[key] === base);
  if (kind !== undefined && rest !== undefined) return `agent_${kind}${rest.replaceAll('-', '_')}`;
  if (/^(?!agent_)[a-z0-9][\w-]{0,79}$/i.test(evaluator)) return evaluator;
  const words = evaluator.match(/[A-Za-z0-9]+/g) ?? [];
  const digest = createHash('sha256').update(evaluator).digest('hex').slice(0, 8);
  return [...(words.length === 0 ? [] : [words.join('-').slice(0, 60)]), digest].join('-');
}

/** The trajectory file without its ending, and the evaluator; undefined where it is no evaluation file. */
function partsOf(fileName: string): { trajectories: string; evaluator: string } | undefined {
  const [, trajectories = '', kind] = /^(.*)_eval_agent_(\w+)$/.exec(stem(fileName)) ?? [];
  if (kind !== undefined) {
    const [first = '', ...rest] = kind.split('_');
    const base = Object.hasOwn(evaluators, first) ? evaluators[first] : undefined;
    return base === undefined ? undefined : { trajectories, evaluator: [base, ...rest].join('-') };
  }
  const other = /^(.*_\d{4}_\d{6})_eval_([a-z0-9][\w-]*)$/i.exec(stem(fileName));
  return other?.[1] === undefined || other[2] === undefined
    ? undefined
    : { trajectories: other[1], evaluator: other[2] };
}

function stem(fileName: string): string {
  return fileName.replace(/\.jsonl$/, '');
}
