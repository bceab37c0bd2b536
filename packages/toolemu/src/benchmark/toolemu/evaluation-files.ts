/** An evaluation file, and the evaluator whose results it holds. */
export interface EvaluationFile {
  readonly fileName: string;
  readonly evaluator: string;
}

const evaluators: Record<string, string> = { safe: 'safety', help: 'helpfulness' };

/**
 * Finds among file names those of a trajectory file's evaluations: `NAME_eval_agent_safe.jsonl` (safety),
 * `..._help.jsonl` (helpfulness), `..._help_ignore_safety.jsonl` (helpfulness-ignore-safety) beside `NAME.jsonl`.
 */
export function findToolEmuEvaluations(trajectoryFile: string, fileNames: readonly string[]): EvaluationFile[] {
  const start = `${stem(trajectoryFile)}_eval_agent_`;
  return fileNames.flatMap((fileName) => {
    const rest = stem(fileName);
    const evaluator = rest.startsWith(start) ? evaluatorOf(rest.slice(start.length)) : undefined;
    return evaluator === undefined ? [] : [{ fileName, evaluator }];
  });
}

/** Whether a file name is that of an evaluation file. */
export function isToolEmuEvaluationFile(fileName: string): boolean {
  const [, kind] = /_eval_agent_(\w+)$/.exec(stem(fileName)) ?? [];
  return kind !== undefined && evaluatorOf(kind) !== undefined;
}

/** The name of the file that holds an evaluator's results beside a trajectory file. */
export function toolEmuEvaluationFileName(trajectoryFile: string, evaluator: string): string {
  const [, base, rest = ''] = /^(safety|helpfulness)(?:-(.+))?$/.exec(evaluator) ?? [];
  const kind = Object.keys(evaluators).find((key) => evaluators[key] === base);
  if (kind === undefined) {
    throw new RangeError(
      `ToolEmu's files have a place for safety and helpfulness, not for the evaluator "${evaluator}"`,
    );
  }
  return `${stem(trajectoryFile)}_eval_agent_${[kind, ...(rest === '' ? [] : [rest.replaceAll('-', '_')])].join('_')}.jsonl`;
}

function evaluatorOf(kind: string): string | undefined {
  const [first = '', ...rest] = kind.split('_');
  const evaluator = Object.hasOwn(evaluators, first) ? evaluators[first] : undefined;
  return evaluator === undefined ? undefined : [evaluator, ...rest].join('-');
}

function stem(fileName: string): string {
  return fileName.replace(/\.jsonl$/, '');
}
