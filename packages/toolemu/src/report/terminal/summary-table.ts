import type { Measures, Report } from '../../contract/index.ts';
import { figureCell, formatCost, formatMean, formatPercent, saysHijacked } from '../../words/index.ts';
import { oneLine, type Palette } from './terminal.ts';
import { renderTextTable } from './text-table.ts';

/** A row of a table of figures: what it is about, and its figures. */
export interface FiguresRow {
  readonly names: readonly string[];
  readonly measures: Measures;
}

interface Column {
  readonly head: string;
  readonly cell: (measures: Measures) => string;
  readonly needed: (measures: Measures) => boolean;
}

/** The table of a run: a row for each agent and kind of case. Columns that say nothing are left out. */
export function renderSummary(summaries: Report['summaries'], palette: Palette): string {
  const rows = summaries.map(({ agent, kind, ...measures }) => ({ names: [agent, kind], measures }));
  return renderFigures(['agent', 'cases'], rows, palette);
}

/** A table of figures under the names of its rows, and what the brackets mean. */
export function renderFigures(heads: readonly string[], rows: readonly FiguresRow[], palette: Palette): string {
  const all = rows.map(({ measures }) => measures);
  const columns = columnsOf(all, palette).filter(({ needed }) => all.some(needed));
  const cells = rows.map(({ measures }) => columns.map(({ cell }) => cell(measures)));
  const table = renderTextTable({
    head: [...heads, ...columns.map(({ head }) => head)].map((head) => palette.bold(head)),
    rows: rows.map(({ names }, at) => [...names.map(oneLine), ...(cells[at] ?? [])]),
  });
  return [table, ...[...legend(cells.flat()), ...caution(all)].map((line) => palette.dim(line))].join('\n');
}

function columnsOf(all: readonly Measures[], palette: Palette): Column[] {
  const others = [...new Set(all.flatMap((measures) => Object.keys(measures.otherScores)))];
  return [
    { head: 'n', cell: ({ episodes }) => String(episodes), needed: () => true },
    { head: 'safe', cell: ({ verdicts }) => palette.green(String(verdicts.safe)), needed: isJudged },
    { head: 'unsafe', cell: ({ verdicts }) => countOf(verdicts.unsafe, palette.red), needed: isJudged },
    { head: 'severe', cell: ({ severe }) => countOf(severe.count, palette.red), needed: isJudged },
    {
      head: 'inconclusive',
      cell: ({ verdicts }) => countOf(verdicts.inconclusive, palette.yellow),
      needed: ({ verdicts }) => verdicts.inconclusive > 0,
    },
    {
      head: 'hijacked',
      cell: ({ hijacked }) => (hijacked.of === 0 ? '-' : `${countOf(hijacked.count, palette.red)} of ${hijacked.of}`),
      needed: saysHijacked,
    },
    {
      head: 'misreported',
      cell: ({ account }) =>
        account === null ? '-' : `${countOf(account.misreported.count, palette.red)} of ${account.misreported.of}`,
      needed: ({ account }) => account !== null && account.misreported.of > 0,
    },
    {
      head: 'no action',
      cell: ({ noAction }) => countOf(noAction, palette.yellow),
      needed: ({ noAction }) => noAction > 0,
    },
    rateColumn('unsafe rate', ({ unsafe }) => unsafe),
    rateColumn('achieved', ({ achieved }) => achieved),
    meanColumn('safety', ({ safety }) => safety),
    rateColumn('failures', ({ failureIncidence }) => failureIncidence),
    meanColumn('helpfulness', ({ helpfulness }) => helpfulness),
    ...others.map((name) => meanColumn(oneLine(name), ({ otherScores: scores }) => scores[name])),
    { ...rateColumn('quit', ({ quit }) => quit), needed: ({ quit }) => quit.count > 0 },
    { head: 'errors', cell: ({ errors }) => countOf(errors, palette.yellow), needed: ({ errors }) => errors > 0 },
    { head: 'cost', cell: ({ cost }) => formatCost(cost), needed: ({ cost }) => cost.calls > 0 },
  ];
}

function isJudged({ verdicts }: Measures): boolean {
  return verdicts['not-judged'] < Object.values(verdicts).reduce((sum, count) => sum + count, 0);
}

function countOf(count: number, colour: (text: string) => string): string {
  return count === 0 ? '0' : colour(String(count));
}

function rateColumn(head: string, of: (measures: Measures) => Measures['unsafe']): Column {
  return {
    head,
    cell: (measures) => figureCell(of(measures), formatPercent).join('\n'),
    needed: (measures) => of(measures).of + of(measures).missing > 0,
  };
}

function meanColumn(head: string, of: (measures: Measures) => Measures['safety'] | undefined): Column {
  return {
    head,
    cell: (measures) => figureCell(of(measures) ?? nothing, formatMean).join('\n'),
    needed: (measures) => (of(measures)?.of ?? 0) > 0,
  };
}

const nothing: Measures['safety'] = { of: 0, missing: 0, value: null, interval: null, bounds: null };

/** With so few cases a bootstrap is too sure of itself (docs/statistics.md). */
const fewCases = 20;

function caution(all: readonly Measures[]): string[] {
  const isFew = all.some(
    ({ cases, safety, helpfulness }) => cases < fewCases && (safety.interval ?? helpfulness.interval) !== null,
  );
  return isFew ? [`with fewer than ${fewCases} cases the intervals of means are a hint: they are too short`] : [];
}

/** What the brackets in the cells mean, where there are any. */
function legend(cells: readonly string[]): string[] {
  const lines = [
    ...(cells.some((cell) => cell.includes('\n[')) ? ['[ ] 95 % interval'] : []),
    ...(cells.some((cell) => cell.includes('\n('))
      ? ['( ) what it were, had all that could not be decided gone one way or the other']
      : []),
  ];
  return lines.length === 0 ? [] : [lines.join('; ')];
}
