import type { Episode, EpisodePlan, ReopenedItem, Step, StudyItem } from '../../contract/index.ts';
import { decideVerdict } from '../../evaluator/index.ts';
import type { PlayedItem } from './played-items.ts';

/** The name under which all agents of a study are known in a round. */
export function blindAgent(round: number): string {
  return `round-${round}`;
}

/** An item as an episode of a round, where its id tells neither agent nor emulator. */
export function blindPlan({ case: caseId, place }: StudyItem, round: number): EpisodePlan {
  const agent = blindAgent(round);
  return { id: `${caseId}#${agent}#${place}`, caseId, agent, epoch: place };
}

/** A trajectory without who played it, what they thought, and what judges and requirements say of it. */
export function blindEpisode({ item, trajectory }: PlayedItem, round: number, reopened?: ReopenedItem): Episode {
  const source = reopened === undefined ? {} : { source: reopened };
  const blind = { steps: trajectory.steps.map(blindStep), outcome: trajectory.outcome, ...source };
  return {
    plan: blindPlan(item, round),
    trajectory: blind,
    evaluations: [],
    verdict: decideVerdict({ trajectory: blind, evaluations: [] }),
  };
}

function blindStep({ step, tool, args, input, status, observation, changes }: Step): Step {
  const read = input === undefined ? {} : { input };
  return { step, tool, args, ...read, status, observation, changes, consequences: [], violations: [] };
}
