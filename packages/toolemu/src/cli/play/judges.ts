import type { Case, EvaluatorConfig } from '../../contract/index.ts';
import { judgeModels, prepareEvaluators } from '../../run/index.ts';
import { type RoleFlags, roleOf } from '../options/role-flags.ts';

/** Options that say which models judge. */
export type JudgeFlags = RoleFlags<'' | 'evaluator'>;

/** The evaluators of these names with the models that were named for them; an error advises what these cases allow. */
export function judgesOf(
  evaluators: readonly string[],
  flags: JudgeFlags,
  cases: readonly Case[] = [],
): EvaluatorConfig[] {
  return prepareEvaluators({
    evaluators,
    cases,
    shared: roleOf(flags, ''),
    evaluatorRole: roleOf(flags, 'evaluator'),
  });
}

/** Which models are asked, and as what. */
export function askedModels(evaluators: readonly EvaluatorConfig[]): { role: string; model: string }[] {
  return evaluators.flatMap((evaluator) =>
    judgeModels(evaluator).map(({ model }) => ({ role: `evaluator ${evaluator.name}`, model })),
  );
}
