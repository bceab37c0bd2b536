import type { CalibratedJudge, Evaluation } from '../contract/index.ts';
import { judgeModels } from '../run/index.ts';
import type { RunFile } from '../store/index.ts';

/** A judge of a run as it was asked last; what nobody recorded is undefined. */
export interface RunJudge extends Pick<CalibratedJudge, 'model'> {
  readonly prompt: string | undefined;
  readonly parameters: CalibratedJudge['parameters'] | undefined;
}

/** The judges whose scores a run holds, as it was played or judged again: each model, prompt and parameters once. */
export function runJudges(file: RunFile, evaluator: string): RunJudge[] {
  const ofRun = file.manifest.hashes.prompts[`evaluator ${evaluator}`];
  const parametersOf = parametersIn(file, evaluator);
  const judges = new Map<string, RunJudge>();
  for (const { plan, evaluations } of file.episodesOf()) {
    for (const { evaluator: name, model, prompt = ofRun, result } of evaluations) {
      if (name !== evaluator || result.kind !== 'scored') continue;
      const judge = { model, prompt, parameters: parametersOf(plan.id, model) };
      judges.set(JSON.stringify(judge), judge);
    }
  }
  return [...judges.values()];
}

type Parameters = CalibratedJudge['parameters'][number];

/** What the models of a judge were last asked with: by the calls of the episode, or else as the run names them. */
function parametersIn(
  file: RunFile,
  evaluator: string,
): (episode: string, judge: Evaluation['model']) => CalibratedJudge['parameters'] | undefined {
  const asked = new Map<string, Parameters>();
  for (const { episode, model, parameters } of file.calls({ role: evaluator }))
    asked.set(JSON.stringify([episode, model]), parameters);
  const named = new Map(
    file.manifest.config.evaluators
      .filter(({ name }) => name === evaluator)
      .flatMap(judgeModels)
      .map(({ model, parameters }): [string, Parameters] => [model, parameters]),
  );
  return (episode, judge) => {
    const models = judge?.split(', ') ?? [];
    const found = models.map((model) => asked.get(JSON.stringify([episode, model])) ?? named.get(model));
    return found.every((one) => one !== undefined) ? found : undefined;
  };
}
