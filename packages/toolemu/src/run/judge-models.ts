import type { EvaluatorConfig, RoleModel, RunConfig } from '../contract/index.ts';

/** The models that judge for an evaluator: none, one, or those of a panel. */
export function judgeModels({ model, panel = [] }: EvaluatorConfig): RoleModel[] {
  return model === null ? [] : [model, ...panel];
}

/** The models of a configuration, by their roles' order; null where a role is played without one. */
export function modelsIn({
  agents,
  emulator,
  evaluators,
  user,
}: Pick<RunConfig, 'agents' | 'emulator' | 'evaluators' | 'user'>): (RoleModel | null)[] {
  const simulated = user?.kind === 'simulated' ? [user] : [];
  return [
    ...[...agents, emulator].map(({ model }) => model),
    ...evaluators.flatMap(judgeModels),
    ...simulated.map(({ model }) => model),
  ];
}
