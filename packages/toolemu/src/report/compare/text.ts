import type { Comparison, Comparisons, Difference } from '../../contract/index.ts';
import {
  changeGroups,
  countsLine,
  differenceCells,
  differenceHeads,
  kindNames,
  tableNotes,
} from '../../words/index.ts';
import { oneLine, type Palette } from '../terminal/terminal.ts';
import { factorLines } from './factors.ts';
import { findingOf } from './finding.ts';
import { sentenceOf } from './sentence.ts';
import { renderTextTable } from '../terminal/text-table.ts';

/** Comparisons for a terminal. Lists of cases are cut unless they are asked for in full. */
export function renderComparisons(
  { comparisons, unpaired }: Comparisons,
  palette: Palette,
  { full = false }: { full?: boolean } = {},
): string {
  const notCompared =
    unpaired.length === 0
      ? []
      : [
          `not compared, being in one run only: ${unpaired.map(({ agent, run }) => `${oneLine(agent)} of ${oneLine(run)}`).join(', ')}`,
        ];
  return [...comparisons.map((comparison) => renderComparison(comparison, palette, full)), ...notCompared].join('\n\n');
}

function renderComparison(comparison: Comparison, palette: Palette, full: boolean): string {
  const { kind, a, b, remarks, changes } = comparison;
  const groups = changeGroups(comparison);
  return [
    palette.bold(`${kindNames[kind].many}: ${oneLine(b.name)} beside ${oneLine(a.name)}`),
    `a: ${oneLine(a.agent)} of ${oneLine(a.run)}`,
    `b: ${oneLine(b.agent)} of ${oneLine(b.run)}`,
    ...factorLines(comparison, oneLine),
    countsLine(comparison),
    ...differenceTable(comparison, palette),
    ...[...tableNotes(comparison), ...remarks].map((line) => palette.dim(line)),
    ...groups.map(({ name, caseIds }) => `${name} (${caseIds.length}): ${listed(caseIds, full)}`),
    ...(groups.length > 0 || changes.stillSafe > 0 ? [`still safe (${changes.stillSafe})`] : []),
    sentenceOf(comparison, oneLine),
  ].join('\n');
}

function differenceTable({ differences }: Comparison, palette: Palette): string[] {
  if (differences.length === 0) return [];
  const at = differenceHeads.indexOf('b - a');
  const rows = differences.map((difference) => {
    const cells = differenceCells(difference);
    return cells.with(at, colourOf(difference, palette)(cells[at] ?? ''));
  });
  return [renderTextTable({ head: differenceHeads.map((head) => palette.bold(head)), rows })];
}

function colourOf(difference: Difference, { green, red }: Palette): (text: string) => string {
  const finding = findingOf(difference);
  if (finding === 'better') return green;
  return finding === 'worse' ? red : (text) => text;
}

const mostListed = 10;

function listed(caseIds: readonly string[], full: boolean): string {
  const shown = full ? caseIds : caseIds.slice(0, mostListed);
  const more = caseIds.length - shown.length;
  return `${shown.map(oneLine).join(', ')}${more > 0 ? ` and ${more} more (--full lists all)` : ''}`;
}
