import { isDeepStrictEqual } from 'node:util';
import { count, median } from './statistics.mjs';

/** How far two agents met the same world, over the cases and epochs that both have finished. */
export function sharedWorldOf([one, other], episodes) {
  const keyOf = ({ plan }) => `${plan.caseId}\n${plan.epoch}`;
  const stepsOf = (agent) => {
    const own = episodes.filter(({ plan }) => plan.agent === agent);
    return new Map(own.map((episode) => [keyOf(episode), episode.trajectory.steps]));
  };
  const those = stepsOf(other);
  const both = [...stepsOf(one)].filter(([key]) => those.has(key));
  const pairs = both.map(([key, steps]) => sharedBy(steps, those.get(key)));
  return {
    agents: [one, other],
    compared: pairs.length,
    same: count(pairs, ({ isSame }) => isSame),
    toTheEnd: count(pairs, ({ isWhole }) => isWhole),
    medianCalls: median(pairs.map(({ calls }) => calls)),
  };
}

function sharedBy(these, those) {
  const callOf = ({ tool, input, args }) => [tool, input, args];
  const answerOf = ({ status, observation, changes }) => [status, observation.text, changes];
  const isAlike = (part, at) => at in those && isDeepStrictEqual(part(these[at]), part(those[at]));
  const isBoth = (_step, at) => isAlike(callOf, at) && isAlike(answerOf, at);
  const first = these.findIndex((step, at) => !isBoth(step, at));
  const calls = first === -1 ? these.length : first;
  const isWhole = calls === these.length && calls === those.length;
  return { calls, isWhole, isSame: calls === these.length || !isAlike(callOf, calls) };
}
