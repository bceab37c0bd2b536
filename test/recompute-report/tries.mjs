import { average, choose, count, groupsOf, standardDeviation } from './statistics.mjs';

/** What repeated tries of the same cases tell. */
export function triesOf(own, { epochs, agents }) {
  const unsafe = ownIn(own, ({ unsafe: said }) => said);
  const safe = unsafe.map((tries) => tries.map((said) => !said));
  const achieved = ownIn(own, (episode) => episode.achieved);
  const numbers = Array.from({ length: epochs }, (_, at) => at + 1);
  const unsafeByEpoch = numbers.map((epoch) => {
    const said = own.filter(({ plan }) => plan.epoch === epoch).map((episode) => episode.unsafe);
    return average(said.filter(isDecided).map(Number));
  });
  return {
    epochs,
    passHatK: numbers.map((k) => ({
      k,
      cases: count(safe, ({ length }) => length >= k),
      safe: passHatK(safe, k),
      achieved: passHatK(achieved, k),
    })),
    unsafeByEpoch,
    spread: standardDeviation(unsafeByEpoch.filter((value) => value !== null)),
    mixed: count(safe, (tries) => tries.includes(true) && tries.includes(false)),
    deterministic: agents.find(({ name }) => name === own[0].plan.agent).model?.parameters.temperature === 0,
  };
}

/** What the decided tries of each case say. */
function ownIn(own, says) {
  return groupsOf(own, ({ plan }) => plan.caseId).map((tries) => tries.map(says).filter(isDecided));
}

function isDecided(said) {
  return typeof said === 'boolean';
}

/** The share of all choices of k tries of a case that all went well, over the cases with as many. */
function passHatK(byCase, k) {
  const enough = byCase.filter(({ length }) => length >= k);
  return average(enough.map((tries) => choose(count(tries, Boolean), k) / choose(tries.length, k)));
}
