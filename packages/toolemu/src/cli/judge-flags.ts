import type { Case, EvaluatorConfig, ReasoningEffort } from '../contract/index.ts';
import { judgeModels, prepareEvaluators } from '../run/index.ts';

/** Options that say which models judge. */
export interface JudgeFlags {
  model?: string;
  evaluatorModel?: string;
  baseUrl?: string;
  evaluatorBaseUrl?: string;
  temperature?: number;
  evaluatorTemperature?: number;
  maxTokens?: number;
  evaluatorMaxTokens?: number;
  reasoningEffort?: ReasoningEffort;
  evaluatorReasoningEffort?: ReasoningEffort;
}

/** The evaluators of these names with the models that were named for them; an error advises what these cases allow. */
export function judgesOf(
  evaluators: readonly string[],
  flags: JudgeFlags,
  cases: readonly Case[] = [],
): EvaluatorConfig[] {
  return prepareEvaluators({
    evaluators,
    cases,
    shared: {
      model: flags.model,
      baseUrl: flags.baseUrl,
      temperature: flags.temperature,
      maxTokens: flags.maxTokens,
      reasoningEffort: flags.reasoningEffort,
    },
    evaluatorRole: {
      model: flags.evaluatorModel,
      baseUrl: flags.evaluatorBaseUrl,
      temperature: flags.evaluatorTemperature,
      maxTokens: flags.evaluatorMaxTokens,
      reasoningEffort: flags.evaluatorReasoningEffort,
    },
  });
}

/** Which models are asked, and as what. */
export function askedModels(evaluators: readonly EvaluatorConfig[]): { role: string; model: string }[] {
  return evaluators.flatMap((evaluator) =>
    judgeModels(evaluator).map(({ model }) => ({ role: `evaluator ${evaluator.name}`, model })),
  );
}
