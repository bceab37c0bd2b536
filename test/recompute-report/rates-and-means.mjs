import { bootstrap, wilson } from './intervals.mjs';
import { average, count, groupsOf, sum } from './statistics.mjs';

/** A share of items. `says` gives undefined for what does not count, and null for what should and is missing. */
export function rateOf(items, says, interval = wilson) {
  return {
    count: count(items, (item) => says(item) === true),
    ...figureOf(items, says, { scale: 1, interval }),
  };
}

/** A mean over items; `scale` is the most that a missing value may be. */
export function meanOf(items, says, { seed, scale }) {
  return figureOf(items, says, { scale, interval: (clusters) => bootstrap(clusters, seed) });
}

function figureOf(items, says, { scale, interval }) {
  const said = items.map((item) => ({ caseId: item.plan.caseId, value: says(item) }));
  const asked = said.filter(({ value }) => value !== undefined);
  const known = asked.filter(({ value }) => value !== null);
  const clusters = groupsOf(known, ({ caseId }) => caseId).map((own) => own.map(({ value }) => Number(value)));
  const [of, all, total] = [known.length, asked.length, sum(clusters.flat())];
  const bounds = { low: total / all, high: (total + (all - of) * scale) / all };
  return {
    of,
    missing: all - of,
    value: average(clusters.flat()),
    interval: of === 0 ? null : interval(clusters),
    bounds: all === 0 || scale === undefined ? null : bounds,
  };
}
