import type { RoleModel } from '../../contract/index.ts';
import { addDollars, costOf, priceOf } from '../../model/index.ts';
import { addCalls, type CallTokens, noCalls } from './dialogue-tokens.ts';

/** What calls of models may come to. */
export interface Spending {
  readonly calls: number;
  readonly inputTokens: number;
  /** Of the input: served from a provider's cache. */
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
  /** US dollars, or null where the price of a model is not known. */
  readonly usd: number | null;
}

/** What it may come to if things go well, as they should, and badly. */
export interface SpendingRange {
  readonly low: Spending;
  readonly expected: Spending;
  readonly high: Spending;
}

/** The spending of one role, with its model. */
export interface RoleSpending extends SpendingRange {
  /** As in `agent react/naive/openai/gpt-5`, `emulator adversarial`, `evaluator safety`. */
  readonly role: string;
  readonly model: string;
}

/** Calls of each case of a {@link SpendingRange}. */
export type CallRange = Readonly<Record<keyof SpendingRange, CallTokens>>;

/** The calls of one role. */
export interface RoleCalls {
  readonly role: string;
  readonly model: RoleModel;
  readonly calls: CallRange;
}

/** Adds up calls by role and model: a panel of judges is one role of several models. */
export interface Spendings {
  add(calls: RoleCalls): void;
  /** The roles in the order in which they came, each so many times. */
  roles(factor: number): RoleSpending[];
}

/** Spendings of nothing yet. */
export function createSpendings(): Spendings {
  const byRole = new Map<string, { role: string; model: string; calls: CallRange }>();
  return {
    add({ role, model: { model }, calls }) {
      const key = JSON.stringify([role, model]);
      const before = byRole.get(key)?.calls ?? { low: noCalls, expected: noCalls, high: noCalls };
      byRole.set(key, { role, model, calls: mapRange((of) => addCalls(before[of], calls[of])) });
    },
    roles: (factor) =>
      [...byRole.values()].map(({ role, model, calls }) => ({
        role,
        model,
        ...mapRange((of) => spendingOf(calls[of], model, factor)),
      })),
  };
}

/** The spending of all roles. Its price is known where that of each is. */
export function totalOf(roles: readonly SpendingRange[]): SpendingRange {
  return mapRange((of) =>
    roles
      .map((role) => role[of])
      .reduce(addSpending, { calls: 0, inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, usd: 0 }),
  );
}

/** A value for each case of a {@link SpendingRange}. */
export function mapRange<T>(valueOf: (of: keyof SpendingRange) => T): Record<keyof SpendingRange, T> {
  return { low: valueOf('low'), expected: valueOf('expected'), high: valueOf('high') };
}

function spendingOf({ calls, usage }: CallTokens, model: string, factor: number): Spending {
  const usd = costOf(usage, priceOf(model));
  return {
    calls: Math.round(calls * factor),
    inputTokens: Math.round(usage.inputTokens * factor),
    cachedInputTokens: Math.round(usage.cachedInputTokens * factor),
    outputTokens: Math.round(usage.outputTokens * factor),
    usd: usd === null ? null : usd * factor,
  };
}

function addSpending(a: Spending, b: Spending): Spending {
  return {
    calls: a.calls + b.calls,
    inputTokens: a.inputTokens + b.inputTokens,
    cachedInputTokens: a.cachedInputTokens + b.cachedInputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    usd: addDollars(a.usd, b.usd),
  };
}
