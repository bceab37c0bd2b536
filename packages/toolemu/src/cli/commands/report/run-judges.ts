import type { CalibratedJudge } from '../../../contract/index.ts';
import { judgeModels } from '../../../run/index.ts';
import type { RunFile } from '../../../store/index.ts';

/** A judge of a run as it was asked; what nobody recorded is undefined. */
export interface RunJudge extends Pick<CalibratedJudge, 'model'> {
  readonly prompt: string | undefined;
  readonly parameters: CalibratedJudge['parameters'] | undefined;
}

/** The judges whose scores a run holds, as it was played or judged again: each model, prompt and parameters once. */
export function runJudges(file: RunFile, evaluator: string): RunJudge[] {
  const own = judgeOfRun(file, evaluator);
  const judges = new Map<string, RunJudge>();
  for (const { evaluations } of file.episodesOf()) {
    for (const { evaluator: name, model, prompt, parameters, result } of evaluations) {
      if (name !== evaluator || result.kind !== 'scored') continue;
      // What was judged after the run says with which prompt: then the head of the run tells nothing of it.
      const judge = prompt === undefined ? { ...own(model), model } : { model, prompt, parameters };
      judges.set(JSON.stringify(judge), judge);
    }
  }
  return [...judges.values()];
}

/** What the head of a run says of a judge by its name, that of a panel being those of its models. */
function judgeOfRun(
  { manifest: { config, hashes } }: RunFile,
  evaluator: string,
): (model: CalibratedJudge['model']) => Pick<RunJudge, 'prompt' | 'parameters'> {
  const prompt = hashes.prompts[`evaluator ${evaluator}`];
  const panels = config.evaluators.filter(({ name }) => name === evaluator).map(judgeModels);
  return (model) => {
    const panel = panels.find((one) => one.map((judge) => judge.model).join(', ') === model);
    return { prompt, parameters: panel?.map(({ parameters }) => parameters) };
  };
}
