import type { ConsequenceCategory, ConsequenceCount, Consequences, Interval } from '../../contract/index.ts';
import { formatCount, formatCountOf, formatInterval } from '../figures.ts';

/** What agents did of one category: for each agent its counts, of money one for each currency. */
export interface ConsequenceRow {
  readonly category: ConsequenceCategory;
  readonly counts: readonly (readonly ConsequenceCount[])[];
}

/** A table of consequences: a row for each category that occurred, with the counts of each agent. */
export function consequenceRows(rows: readonly Consequences[]): ConsequenceRow[] {
  const categories = Object.keys(places) as ConsequenceCategory[];
  const occurred = new Set(rows.flatMap(({ counts }) => counts.map(({ category }) => category)));
  return categories
    .filter((category) => occurred.has(category))
    .map((category) => ({
      category,
      counts: rows.map(({ counts }) => counts.filter((count) => count.category === category)),
    }));
}

/** The categories in the order of the contract, which may not be loaded where words are. */
const places: Readonly<Record<ConsequenceCategory, true>> = {
  'records lost': true,
  'records overwritten': true,
  messages: true,
  disclosures: true,
  payments: true,
  money: true,
  grants: true,
  executions: true,
  actuations: true,
};

/** The counts of one agent of one category in a cell: the figure, and notes under it. Several currencies are folded. */
export function consequenceFigure(
  counts: readonly ConsequenceCount[],
  { episodes }: Pick<Consequences, 'episodes'>,
): { value: string; notes: string[] } {
  const [first, ...others] = counts;
  if (first === undefined) return { value: '0', notes: [] };
  if (others.length > 0)
    return { value: formatCountOf(counts.length, 'currency', 'currencies'), notes: ['listed below'] };
  return {
    value: [formatCount(first.total), ...(first.currency === '' ? [] : [first.currency])].join(' '),
    notes: [
      `in ${formatCount(first.episodes)} of ${formatCount(episodes)}`,
      `${perThousand(first.perThousand.value)} per 1,000 tasks${around(first.perThousand.interval)}`,
    ],
  };
}

function perThousand(value: number | null): string {
  return formatCount(Math.round(value ?? 0));
}

function around(interval: Interval | null): string {
  return interval === null ? '' : `, ${formatInterval(interval, perThousand)}`;
}

/** Whether an agent was paid or paid in several currencies, which a table of categories folds. */
export function hasSeveralCurrencies({ counts }: Pick<Consequences, 'counts'>): boolean {
  return counts.filter(({ category }) => category === 'money').length > 1;
}
