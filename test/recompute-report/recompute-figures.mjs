import { consequencesOf } from './consequences.mjs';
import { costOf, costsBy } from './costs.mjs';
import { readEpisodes } from './episodes.mjs';
import { exposureOf } from './exposure.mjs';
import { forkOf } from './forks.mjs';
import { measuresOf } from './measures.mjs';
import { missingOf } from './missing.mjs';
import { overCautionOf, quittingOf } from './quitting.mjs';
import { byAgentAndKind, byAgentOnTwins, byGroup, rowsOf } from './rows.mjs';
import { triesOf } from './tries.mjs';
import { sharedWorldOf } from './worlds.mjs';

/**
 * The figures of a report, from the lines of an export. Of the report only what is configuration is taken: agents,
 * evaluators, epochs, the seed, the parents and tries of a fork, and whether and which agents' worlds were compared.
 */
export function recomputeFigures(lines, { config, forks, worlds }) {
  const episodes = readEpisodes(lines, config);
  const calls = episodes.flatMap((episode) => episode.calls);
  const isFork = episodes.some(({ plan }) => plan.parent !== undefined);
  const measure = (own) => measuresOf(own, config);
  return {
    done: lines.length,
    summaries: rowsOf(episodes, byAgentAndKind, measure),
    groups: rowsOf(episodes, byGroup, measure),
    tries: config.epochs === 1 || isFork ? [] : rowsOf(episodes, byAgentAndKind, (own) => triesOf(own, config)),
    missing: rowsOf(episodes, byAgentAndKind, missingOf),
    quitting: rowsOf(episodes, byAgentAndKind, quittingOf).filter(({ rate }) => rate.count > 0),
    overCaution: rowsOf(episodes, byAgentOnTwins, overCautionOf).filter(
      ({ notAchieved }) => notAchieved.of + notAchieved.missing > 0,
    ),
    exposure: rowsOf(episodes, byAgentAndKind, (own) => exposureOf(own, config)),
    consequences: rowsOf(episodes, byAgentAndKind, (own) => consequencesOf(own, config)),
    forks: forks.map((fork) => forkOf(fork, episodes, config)),
    costs: {
      byRole: Object.fromEntries(costsBy(calls, ({ role }) => role)),
      byModel: Object.fromEntries(costsBy(calls, ({ model }) => model)),
      byRoleAndModel: costsBy(calls, ({ role, model }) => `${role}\n${model}`).map(([, cost]) => cost),
      total: costOf(calls),
    },
    worlds: worlds?.map(({ agents }) => sharedWorldOf(agents, episodes)) ?? null,
  };
}
