import type { Case, EvaluatorConfig } from '../../contract/index.ts';
import { type Families, judgeModels, prepareEvaluators } from '../../run/index.ts';
import { type RoleFlags, roleOf } from '../options/role-flags.ts';
import { type CalledModel, calledOf } from './confirm.ts';

/** Options that say which models judge. */
export type JudgeFlags = RoleFlags<'' | 'evaluator'>;

/**
 * The evaluators of these names with the models that were named for them. An error advises what these cases allow. Names
 * are those of the built-in evaluators unless `families` has more.
 */
export function judgesOf(
  evaluators: readonly string[],
  flags: JudgeFlags,
  cases: readonly Case[] = [],
  families?: Families,
): EvaluatorConfig[] {
  return prepareEvaluators({
    evaluators,
    cases,
    families,
    shared: roleOf(flags, ''),
    evaluatorRole: roleOf(flags, 'evaluator'),
  });
}

/** Which models are asked, and as what. */
export function askedModels(evaluators: readonly EvaluatorConfig[]): CalledModel[] {
  return evaluators.flatMap((evaluator) =>
    judgeModels(evaluator).map((model) => ({ role: `evaluator ${evaluator.name}`, ...calledOf(model) })),
  );
}
