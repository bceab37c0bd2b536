import type { EpisodePlan, Fork } from '../../contract/index.ts';

/** Says of an episode which one it goes on from. The head of a fork's file knows it, and the table of episodes does not. */
export function createParents(fork: Fork | undefined): (plan: EpisodePlan) => EpisodePlan {
  if (fork === undefined) return (plan) => plan;
  const parents = new Map(
    fork.parents.flatMap(({ caseId, agent, continuations, episode, step }) =>
      continuations.map((epoch) => [keyOf({ caseId, agent, epoch }), { episode, step }]),
    ),
  );
  return (plan) => {
    const parent = parents.get(keyOf(plan));
    return parent === undefined ? plan : { ...plan, parent };
  };
}

function keyOf({ caseId, agent, epoch }: Pick<EpisodePlan, 'caseId' | 'agent' | 'epoch'>): string {
  return JSON.stringify([caseId, agent, epoch]);
}
