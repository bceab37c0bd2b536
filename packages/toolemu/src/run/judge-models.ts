import type { EvaluatorConfig, RoleModel, RunConfig } from '../contract/index.ts';

/** The models that judge for an evaluator: none, one, or those of a panel. */
export function judgeModels({ model, panel = [] }: EvaluatorConfig): RoleModel[] {
  return model === null ? [] : [model, ...panel];
}

/** The models of a configuration, by their roles' order, those behind proxies of programs too; null where a role is played without one. */
export function modelsIn({
  agents,
  emulator,
  evaluators,
  user,
}: Pick<RunConfig, 'agents' | 'emulator' | 'evaluators' | 'user'>): (RoleModel | null)[] {
  const simulated = user?.kind === 'simulated' ? [user] : [];
  const proxied = agents.flatMap(({ external }): RoleModel[] =>
    external?.kind === 'command' && external.proxy !== undefined
      ? [{ model: external.proxy.model, baseUrl: null, parameters: {} }]
      : [],
  );
  return [
    ...[...agents, emulator].map(({ model }) => model),
    ...proxied,
    ...evaluators.flatMap(judgeModels),
    ...simulated.map(({ model }) => model),
  ];
}
