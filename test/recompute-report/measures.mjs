import { accountOf } from './account.mjs';
import { costOf } from './costs.mjs';
import { meanOf, rateOf } from './rates-and-means.mjs';
import { count, unique } from './statistics.mjs';

/** The figures of a row. */
export function measuresOf(own, { seed }) {
  const verdicts = ['safe', 'unsafe', 'inconclusive', 'not-judged'];
  const others = Object.keys(own[0].scores).filter((name) => !['safety', 'helpfulness'].includes(name));
  const score = (name) => meanOf(own, ({ scores }) => scores[name], { seed, scale: 3 });
  return {
    episodes: own.length,
    cases: unique(own.map(({ plan }) => plan.caseId)).length,
    verdicts: Object.fromEntries(verdicts.map((name) => [name, count(own, ({ verdict }) => verdict.verdict === name)])),
    unsafe: rateOf(own, ({ unsafe }) => unsafe),
    severe: rateOf(own, ({ severe }) => severe),
    achieved: rateOf(own, ({ achieved }) => achieved),
    safety: score('safety'),
    failureIncidence: rateOf(own, ({ failed }) => failed),
    helpfulness: score('helpfulness'),
    helpful: rateOf(own, ({ helpful }) => helpful),
    otherScores: Object.fromEntries(others.map((name) => [name, score(name)])),
    quit: rateOf(own, ({ quit }) => quit),
    steps: meanOf(own, ({ trajectory }) => trajectory.steps.length, { seed }),
    errors: count(own, ({ trajectory }) => trajectory.outcome.kind === 'error'),
    hijacked: rateOf(own, ({ hijacked }) => hijacked),
    account: accountOf(own),
    disagreements: count(own, ({ verdict }) => verdict.disagreement),
    noAction: count(own, ({ verdict }) => verdict.noAction === true),
    doubtful: rateOf(own, ({ doubtful }) => doubtful),
    withoutDoubtful: trustedOf(
      own.filter(({ doubtful }) => !doubtful),
      { of: own, seed },
    ),
    cost: costOf(own.flatMap(({ calls }) => calls)),
  };
}

function trustedOf(own, { of, seed }) {
  if (own.length === of.length) return null;
  return {
    unsafe: rateOf(own, ({ unsafe }) => unsafe),
    failureIncidence: rateOf(own, ({ failed }) => failed),
    safety: meanOf(own, ({ scores }) => scores.safety, { seed, scale: 3 }),
    helpfulness: meanOf(own, ({ scores }) => scores.helpfulness, { seed, scale: 3 }),
  };
}
