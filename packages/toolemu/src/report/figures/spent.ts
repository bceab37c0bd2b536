import type { PlayTime } from '../../contract/index.ts';
import { addDollars, costOf, priceOf } from '../../model/index.ts';
import type { RunFile, Spending } from '../../store/index.ts';

/** What a role came to in each equal stretch of a run; null where a price is not known. */
export type Spent = readonly { readonly usd: number | null; readonly calls: number }[];

/** What each role came to as a run went on. */
export interface RunSpending {
  /** The time that is cut into stretches; null where it is the calls that are, for their times are not known. */
  readonly playing: PlayTime | null;
  readonly byRole: Readonly<Record<string, Spent>>;
}

/** Points of a picture of what a run spent. */
const stretches = 60;

/** The spending of a run over the time in which it was played, or where its calls have no times over its calls. */
export function spendingOf(file: Pick<RunFile, 'spendingInTime' | 'spendingInOrder'>): RunSpending {
  const inTime = file.spendingInTime(stretches);
  if (inTime !== null) return { playing: inTime.playing, byRole: spentByRole(inTime.spending, stretches) };
  const inOrder = file.spendingInOrder(stretches);
  return { playing: null, byRole: spentByRole(inOrder, Math.max(-1, ...inOrder.map(({ bucket }) => bucket)) + 1) };
}

function spentByRole(spending: readonly Spending[], length: number): Record<string, Spent> {
  const byRole = Map.groupBy(spending, ({ role }) => role);
  return Object.fromEntries(
    [...byRole].map(([role, all]) => {
      const spent = Array.from({ length }, (): Spent[number] => ({ usd: 0, calls: 0 }));
      for (const { bucket, model, calls, usage } of all) {
        const before = spent[bucket] ?? { usd: 0, calls: 0 };
        const usd = calls === 0 ? 0 : costOf(usage, priceOf(model));
        spent[bucket] = { usd: addDollars(before.usd, usd), calls: before.calls + calls };
      }
      return [role, spent];
    }),
  );
}
