import type { Cost, Costs } from '../../contract/index.ts';
import { addDollars, costOf, priceOf } from '../../model/index.ts';
import type { CallUsage } from '../../store/index.ts';

/** The cost of no call at all. */
export const noCost: Cost = {
  calls: 0,
  reused: 0,
  retries: 0,
  inputTokens: 0,
  cachedInputTokens: 0,
  outputTokens: 0,
  seconds: 0,
  usd: 0,
};

/** What the calls of a run, or of an episode, cost. */
export function costsOf(usage: Iterable<CallUsage>): Costs {
  const sums = createCostSums();
  for (const used of usage) sums.add(used);
  return sums.costs();
}

/** Adds up what calls cost, for whoever sees them pass. */
export function createCostSums(): { readonly add: (used: CallUsage) => void; readonly costs: () => Costs } {
  const sums = new Map<string, Cost & { readonly role: string; readonly model: string }>();
  return {
    add(used) {
      const { role, model } = used;
      const key = `${role}\n${model}`;
      sums.set(key, { role, model, ...addCost(sums.get(key) ?? noCost, costOfUsage(used)) });
    },
    costs() {
      const byRoleAndModel = [...sums.values()];
      return {
        byRole: summedBy(byRoleAndModel, ({ role }) => role),
        byModel: summedBy(byRoleAndModel, ({ model }) => model),
        byRoleAndModel,
        total: byRoleAndModel.reduce<Cost>(addCost, noCost),
      };
    },
  };
}

/** What calls of one model cost. */
export function costOfUsage({ model, calls, reused, retries, milliseconds, usage, estimated = 0 }: CallUsage): Cost {
  const { inputTokens, cachedInputTokens, outputTokens } = usage;
  const usd = calls === 0 ? 0 : costOf(usage, priceOf(model));
  const seconds = milliseconds / 1000;
  return {
    calls,
    reused,
    retries,
    inputTokens,
    cachedInputTokens,
    outputTokens,
    seconds,
    usd,
    ...estimatedOf(estimated),
  };
}

/** Two costs together. */
export function addCost(a: Cost, b: Cost): Cost {
  return {
    calls: a.calls + b.calls,
    reused: a.reused + b.reused,
    retries: a.retries + b.retries,
    inputTokens: a.inputTokens + b.inputTokens,
    cachedInputTokens: a.cachedInputTokens + b.cachedInputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    seconds: a.seconds + b.seconds,
    usd: addDollars(a.usd, b.usd),
    ...estimatedOf((a.estimated ?? 0) + (b.estimated ?? 0)),
  };
}

/** Omits estimates if all tokens were reported. */
function estimatedOf(estimated: number): Pick<Cost, 'estimated'> {
  return estimated === 0 ? {} : { estimated };
}

function summedBy<T extends Cost>(costs: readonly T[], name: (cost: T) => string): Record<string, Cost> {
  const sums = new Map<string, Cost>();
  for (const cost of costs) sums.set(name(cost), addCost(sums.get(name(cost)) ?? noCost, cost));
  return Object.fromEntries(sums);
}
