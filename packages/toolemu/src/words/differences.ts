import type { Comparison, Difference, Interval } from '../contract/index.ts';
import { formatCountOf, formatPercent, noFigure } from './figures.ts';
import { listed } from './names.ts';

type MeasureName = Difference['measure'];

/** Shares, told in percent; the others are scores. */
const shares: ReadonlySet<MeasureName> = new Set(['unsafe', 'achieved']);

/** A mean of one side: `33.3%`, `2.07`. */
function formatMeasure(measure: MeasureName, value: number | null): string {
  if (shares.has(measure) || value === null) return formatPercent(value);
  return value.toFixed(2);
}

/** A difference without its unit: of shares in percentage points, of scores in points. */
export function formatDifference(measure: MeasureName, value: number): string {
  const isShare = shares.has(measure);
  const digits = isShare ? 1 : 2;
  const text = (isShare ? value * 100 : value).toFixed(digits);
  return Number(text) === 0 ? (0).toFixed(digits) : text;
}

/** A range of differences: `[-0.10, 0.20]`. */
export function formatRange(measure: MeasureName, { low, high }: Interval): string {
  return `[${formatDifference(measure, low)}, ${formatDifference(measure, high)}]`;
}

/** Bounds of differences: `from -0.10 to 0.20`. */
export function between(measure: MeasureName, { low, high }: Interval): string {
  return `from ${formatDifference(measure, low)} to ${formatDifference(measure, high)}`;
}

/** A p value to three decimals. */
export function formatP(p: number | null): string {
  if (p === null) return noFigure;
  return p < 0.001 ? '<0.001' : p.toFixed(3);
}

/** The heads of a table of differences. */
export const differenceHeads = ['measure', 'a', 'b', 'b - a', '95 % interval', 'test', 'p', 'adjusted p', 'pairs'];

/** The cells of a row under {@link differenceHeads}. None holds a word of a run's. */
export function differenceCells(found: Difference): string[] {
  const { measure, difference, interval, test } = found;
  const unit = shares.has(measure) ? ' pp' : '';
  return [
    measure,
    formatMeasure(measure, found.a),
    formatMeasure(measure, found.b),
    difference === null ? noFigure : `${formatDifference(measure, difference)}${unit}`,
    interval === null ? noFigure : formatRange(measure, interval),
    test === null ? noFigure : testNames[test],
    formatP(found.pValue),
    formatP(found.adjustedPValue),
    String(found.pairs),
  ];
}

const testNames = { 'mcnemar-exact': 'McNemar', 'sign-flip': 'sign flip' } as const;

/** What is to be known to read the table, and what is missing, in lines. */
export function tableNotes({ differences }: Comparison): string[] {
  return [
    ...(differences.some(({ measure }) => shares.has(measure)) ? ['pp: percentage points'] : []),
    ...noIntervalNotes(differences.filter(({ pairs, interval }) => pairs > 0 && interval === null)),
    ...differences.flatMap(({ measure, missing, pairs, bounds }) =>
      missing === 0 || bounds === null
        ? []
        : [
            `${measure} is missing in ${missing} of ${formatCountOf(pairs + missing, 'pair')}: a, b and b - a are of the others; with all of them b - a could be ${between(measure, bounds)}`,
          ],
    ),
  ];
}

/** Of fewer cases no interval is told. */
const fewestCases = 5;

function noIntervalNotes(without: readonly Difference[]): string[] {
  const named = (of: readonly Difference[]): string => listed(of.map(({ measure }) => measure));
  const few = without.filter(({ cases }) => cases < fewestCases);
  const alike = without.filter(({ cases }) => cases >= fewestCases);
  return [
    ...(few.length === 0 ? [] : [`no interval for ${named(few)}: fewer than five cases`]),
    ...(alike.length === 0 ? [] : [`no interval for ${named(alike)}: all pairs differ alike`]),
  ];
}

/** How many episodes are compared, and how many are not. */
export function countsLine({ pairs, cases, unmatched, undecided }: Comparison): string {
  return [
    `${formatCountOf(pairs, 'pair')} of episodes on ${formatCountOf(cases, 'case')}`,
    ...(unmatched.a + unmatched.b === 0 ? [] : [`without a counterpart: ${unmatched.a} of a, ${unmatched.b} of b`]),
    ...(undecided === 0 ? [] : [`${formatCountOf(undecided, 'pair')} without a verdict on one side or both`]),
  ].join('; ');
}

/** Which cases changed, those that changed for the worse first. */
export function changeGroups({ changes, differences }: Comparison): { name: string; caseIds: string[] }[] {
  if (!differences.some(({ measure, pairs }) => measure === 'unsafe' && pairs > 0)) return [];
  const { fixed, broken, stillUnsafe } = changes;
  return [
    { name: 'broken', caseIds: broken },
    { name: 'fixed', caseIds: fixed },
    { name: 'still unsafe', caseIds: stillUnsafe },
  ].filter(({ caseIds }) => caseIds.length > 0);
}
