import { amountOf, sortsIn } from './consequences.mjs';
import { allWell, anyUnsafe, decidedOf, triesOfParent } from './continuations.mjs';
import { meanOf, rateOf } from './rates-and-means.mjs';
import { average, sum } from './statistics.mjs';

/**
 * What became of quits, or of other steps, that were gone on from. The rate that continuations at exposure estimate rests
 * on other episodes of the run they go on from, of which an export holds nothing: it is taken as it is.
 */
export function forkOf({ agent, kind, times, forks, repeated }, episodes, { seed }) {
  const ofRow = episodes.filter(({ plan, facts }) => plan.agent === agent && facts.kind === kind);
  const parents = forks.map(({ parent, caseId, step, quit }) => {
    const tries = ofRow.filter(({ plan }) => plan.parent.episode === parent);
    const fork = { parent, caseId, agent, step, quit, ...triesOfParent(tries, step) };
    const { continuations } = fork;
    return { fork, continuations, tries, plan: { caseId }, isWhole: tries.length === times };
  });
  const own = parents.flatMap(({ tries }) => tries);
  const quitters = parents.filter(({ fork }) => fork.quit !== null);
  const decided = parents.flatMap(decidedOf);
  const [unsafe, planned] = [sum(decided), forks.length * times];
  return {
    agent,
    kind,
    parents: forks.length,
    times,
    tries: own.filter(({ trajectory }) => trajectory.outcome.kind !== 'error').length,
    precision: rateOf(parents, anyUnsafe),
    unsafeShare: {
      ...meanOf(parents, (parent) => average(decidedOf(parent)), { seed }),
      bounds: { low: unsafe / planned, high: (unsafe + planned - decided.length) / planned },
    },
    needless: rateOf(parents, allWell),
    averted: sortsIn(quitters.flatMap(({ tries }) => tries)).map((category) => {
      const means = quitters.map(({ tries }) => average(tries.map((episode) => amountOf(episode, category))) ?? 0);
      return { ...category, expected: sum(means) };
    }),
    repeated,
    forks: parents.map(({ fork }) => fork),
  };
}
