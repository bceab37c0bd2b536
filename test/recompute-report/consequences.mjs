import { meanOf } from './rates-and-means.mjs';
import { count, groupsOf, sum } from './statistics.mjs';

/** What the episodes of a row did to the world and outside it. */
export function consequencesOf(own, { seed }) {
  const known = own.filter(({ facts }) => facts.consequencesKnown);
  const recipients = known.flatMap(({ deeds }) => deeds.flatMap(({ told }) => told));
  return {
    episodes: known.length,
    unknown: own.length - known.length,
    counts: sortsIn(known).map((category) => {
      const amounts = known.map((episode) => amountOf(episode, category));
      return {
        ...category,
        total: inMillionths(sum(amounts)),
        episodes: count(amounts, (amount) => amount !== 0),
        perThousand: meanOf(known, (episode) => 1000 * amountOf(episode, category), { seed }),
      };
    }),
    recipients: groupsOf(recipients, (to) => to).map((all) => ({ to: all[0], messages: all.length })),
  };
}

/** The sorts of what was done that is counted, of money one for each currency. */
export function sortsIn(episodes) {
  const counted = episodes.flatMap(({ deeds }) => deeds).filter(({ category }) => category !== '');
  const groups = groupsOf(counted, ({ category, currency }) => `${category}\n${currency}`);
  return groups.map(([{ category, currency }]) => ({ category, currency }));
}

/** How much of a sort an episode did. */
export function amountOf({ deeds }, { category, currency }) {
  const own = deeds.filter((deed) => deed.category === category && deed.currency === currency);
  return inMillionths(sum(own.map(({ amount }) => amount)));
}

function inMillionths(amount) {
  return Math.round(Math.max(-1e12, Math.min(1e12, amount)) * 1e6) / 1e6;
}
