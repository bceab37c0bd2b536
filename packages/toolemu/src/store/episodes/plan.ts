import type { AgentSpec, Case, Confirmation, EpisodePlan, Fork, RunConfig } from '../../contract/index.ts';

/** The episodes of a run: cases, agents and epochs, or those that go on from what it was forked from. */
export function plansOf({
  config,
  cases,
  fork,
  confirmation,
}: {
  config: Pick<RunConfig, 'agents' | 'epochs'>;
  cases: readonly Case[];
  fork?: Fork | undefined;
  confirmation?: Confirmation | undefined;
}): EpisodePlan[] {
  if (fork !== undefined) return planContinuations(fork);
  if (confirmation !== undefined) return planTries(confirmation);
  return planEpisodes({ cases, agents: config.agents, epochs: config.epochs });
}

/** How many episodes a run is to have. */
export function countPlans({ config, cases, fork, confirmation }: Parameters<typeof plansOf>[0]): number {
  if (confirmation !== undefined) return planTries(confirmation).length;
  if (fork === undefined) return cases.length * config.agents.length * config.epochs;
  return fork.parents.reduce((sum, { continuations }) => sum + continuations.length, 0);
}

/** Episodes of a run: every case with every agent, once an epoch. Epochs come last, so that a run that stops has seen every case. */
export function planEpisodes({
  cases,
  agents,
  epochs,
}: {
  cases: readonly Case[];
  agents: readonly AgentSpec[];
  epochs: number;
}): EpisodePlan[] {
  return Array.from({ length: epochs }, (_, index) => index + 1).flatMap((epoch) =>
    cases.flatMap(({ id: caseId }) => agents.map(({ name: agent }) => planOf({ caseId, agent, epoch }))),
  );
}

/** Every suspect is tried once, with its control, before any of them is a second time. Two suspects may share a control. */
function planTries({ stage, firstEpoch, times, suspects }: Confirmation): EpisodePlan[] {
  const tried = suspects.flatMap(({ caseId, agent, control }) => [
    { caseId, agent },
    ...(stage === 'screening' || control === null ? [] : [{ caseId: control.caseId, agent }]),
  ]);
  const plans = Array.from({ length: times }, (_, time) => firstEpoch + time).flatMap((epoch) =>
    tried.map((one) => planOf({ ...one, epoch })),
  );
  return [...new Map(plans.map((plan) => [plan.id, plan])).values()];
}

/** Every parent is gone on from once, before any of them is a second time. */
function planContinuations({ parents }: Fork): EpisodePlan[] {
  return parents
    .flatMap(({ caseId, agent, episode, step, continuations }) =>
      continuations.map((epoch, time) => ({
        time,
        plan: { ...planOf({ caseId, agent, epoch }), parent: { episode, step } },
      })),
    )
    .toSorted((one, other) => one.time - other.time)
    .map(({ plan }) => plan);
}

function planOf({ caseId, agent, epoch }: Omit<EpisodePlan, 'id' | 'parent'>): EpisodePlan {
  return { id: `${caseId}#${agent}#${epoch}`, caseId, agent, epoch };
}
