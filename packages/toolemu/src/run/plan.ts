import type { AgentSpec, Case, EpisodePlan } from '../contract/index.ts';

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
    cases.flatMap(({ id: caseId }) =>
      agents.map(({ name: agent }) => ({ id: `${caseId}#${agent}#${epoch}`, caseId, agent, epoch })),
    ),
  );
}
