import type { QueueStatus } from 'toolemu/contract';
import { formatCount, formatCountOf } from 'toolemu/words';

/** What a state of a worker is called. */
export const workerStateNames = { here: 'here', silent: 'silent', gone: 'gone' } as const satisfies Readonly<
  Record<QueueStatus['workers'][number]['state'], string>
>;

/** What a state of a run is called. */
export const runStateNames: Readonly<Record<QueueStatus['runs'][number]['state'], string>> = {
  playing: 'playing',
  canceled: 'canceled',
  budget: 'budget spent',
};

/** How many workers are there: `3`, `3, 1 of them silent`, `none`. */
export function workersWords({ workers }: Pick<QueueStatus, 'workers'>): string {
  const there = workers.filter(({ state }) => state !== 'gone');
  const silent = there.filter(({ state }) => state === 'silent').length;
  if (there.length === 0) return 'none';
  return `${formatCount(there.length)}${silent === 0 ? '' : `, ${formatCount(silent)} of them silent`}`;
}

/** The cases of all runs: `11 played now, 160 waiting`. */
export function casesWords({ runs }: Pick<QueueStatus, 'runs'>): string {
  const sum = (of: 'waiting' | 'playing'): number => runs.reduce((total, { tasks }) => total + tasks[of], 0);
  return `${formatCount(sum('playing'))} played now, ${formatCount(sum('waiting'))} waiting`;
}

/** As many are told of what may be stuck. */
const mostStuck = 10;

/** How many cases may be stuck, as far as they are told. */
export function stuckWords({ stuck }: Pick<QueueStatus, 'stuck'>): string {
  return `${stuck.length}${stuck.length < mostStuck ? '' : ' or more'}`;
}

/** Cases a minute with one decimal where they are few. */
export function formatPace(perMinute: number): string {
  return formatCount(perMinute < 100 ? Math.round(perMinute * 10) / 10 : Math.round(perMinute));
}

/** What is spent of a budget: `$12.35 of $40.00`. */
export function spentWords({
  spentUsd,
  maxCostUsd,
}: Pick<QueueStatus['runs'][number], 'spentUsd' | 'maxCostUsd'>): string {
  if (spentUsd === null || maxCostUsd === null) return 'no budget was set';
  return `$${spentUsd.toFixed(2)} of $${maxCostUsd.toFixed(2)}`;
}

/** How often a task was tried in vain: `3 times`, `never`. */
export function triesWords({ tries }: Pick<QueueStatus['stuck'][number], 'tries'>): string {
  return tries === 0 ? 'never' : formatCountOf(tries, 'time');
}

/** Why workers failed lately, each reason once. */
export function failuresOf(workers: readonly Pick<QueueStatus['workers'][number], 'reason'>[]): string[] {
  return [...new Set(workers.flatMap(({ reason }) => (reason === null ? [] : [reason])))];
}
