import type { EvaluatorConfig, RoleModel, RunConfig } from '../contract/index.ts';

/** The models that judge for an evaluator: none, one, or those of a panel. */
export function judgeModels({ model, panel = [] }: EvaluatorConfig): RoleModel[] {
  return model === null ? [] : [model, ...panel];
}

/** A model of a run. That behind a proxy is called by a program: toolemu sends its requests on, and counts no cost of it. */
export type RunModel = RoleModel & { readonly isProxied?: true };

/** The models of a configuration, by their roles' order, those behind proxies of programs too; null where a role is played without one. */
export function modelsIn({
  agents,
  emulator,
  evaluators,
  user,
}: Pick<RunConfig, 'agents' | 'emulator' | 'evaluators' | 'user'>): (RunModel | null)[] {
  const simulated = user?.kind === 'simulated' ? [user] : [];
  const proxied = agents.flatMap(({ external }): RunModel[] =>
    external?.kind === 'command' && external.proxy !== undefined
      ? [{ model: external.proxy.model, baseUrl: null, parameters: {}, isProxied: true }]
      : [],
  );
  return [
    ...[...agents, emulator].map(({ model }) => model),
    ...proxied,
    ...evaluators.flatMap(judgeModels),
    ...simulated.map(({ model }) => model),
  ];
}
