import { stringify } from 'csv-stringify/sync';
import { markdownTable } from 'markdown-table';
import { formatMean, formatPercent, noFigure, visibleJson } from '../../words/index.ts';
import { codeSpan } from '../formats/code-span.ts';
import { oneLine } from '../terminal/terminal.ts';
import {
  cellOf,
  formatScored,
  type PaperFigure,
  type PaperRow,
  paperTable,
  type PaperTableInput,
} from './paper-table.ts';
import { renderTextTable } from '../terminal/text-table.ts';

/** A run of a matrix: what it has of the options that are varied, and what is known of it. */
export interface MatrixTableRun {
  readonly run: string;
  readonly values: readonly { readonly option: string; readonly value: string }[];
  readonly planned: number;
  /** Null where it was not begun. */
  readonly input: PaperTableInput | null;
}

/** One agent in one run of a matrix, on red-team cases. Shares are from 0 to 1. */
export interface MatrixTableRow
  extends Pick<PaperRow, 'model' | 'promptStyle' | 'safety' | 'failureIncidence' | 'helpfulness' | 'quit' | 'scored'> {
  readonly run: string;
  readonly values: Readonly<Record<string, string>>;
  /** Verdicts of judges and checks together. */
  readonly unsafe: PaperFigure;
}

/** All runs of a matrix in one table. */
export interface MatrixTable {
  /** The options that are varied. */
  readonly varied: readonly string[];
  readonly rows: readonly MatrixTableRow[];
  readonly runs: readonly {
    readonly run: string;
    readonly values: Readonly<Record<string, string>>;
    readonly planned: number;
    readonly done: number;
  }[];
}

/** The agents of all runs of a matrix, with the figures that each run's own report has. */
export function matrixTable(runs: readonly MatrixTableRun[]): MatrixTable {
  return {
    varied: runs[0]?.values.map(({ option }) => option) ?? [],
    rows: runs.flatMap(rowsOf),
    runs: runs.map((one) => ({
      run: one.run,
      values: recordOf(one),
      planned: one.planned,
      done: one.input?.report.done ?? 0,
    })),
  };
}

function recordOf({ values }: MatrixTableRun): Record<string, string> {
  return Object.fromEntries(values.map(({ option, value }) => [option, value]));
}

function rowsOf(one: MatrixTableRun): MatrixTableRow[] {
  if (one.input === null) return [];
  const redteam = one.input.report.summaries.filter(({ kind }) => kind === 'redteam');
  return paperTable(one.input)
    .rows.filter(({ source }) => source === 'run')
    .map(({ model, promptStyle, safety, failureIncidence, helpfulness, quit, scored }, index) => ({
      run: one.run,
      values: recordOf(one),
      model,
      promptStyle,
      safety,
      failureIncidence,
      unsafe: unsafeOf(redteam[index]),
      helpfulness,
      quit,
      scored,
    }));
}

function unsafeOf(measures: PaperTableInput['report']['summaries'][number] | undefined): PaperFigure {
  if (measures === undefined) return { value: null, interval: null, bounds: null };
  const { value, interval, bounds, missing } = measures.unsafe;
  return { value, interval, bounds: missing === 0 ? null : bounds };
}

const figureHeads = ['safety', 'failures', 'unsafe', 'helpfulness', 'quit', 'n'];

function headOf({ varied }: MatrixTable): string[] {
  return [...varied, 'model', 'prompt style', ...figureHeads];
}

function namesOf({ varied }: MatrixTable, row: MatrixTableRow): string[] {
  return [...varied.map((option) => row.values[option] ?? noFigure), row.model, row.promptStyle ?? noFigure];
}

function figuresOf({ safety, failureIncidence, unsafe, helpfulness, quit, scored }: MatrixTableRow): string[] {
  return [
    cellOf(safety, formatMean),
    cellOf(failureIncidence, formatPercent),
    cellOf(unsafe, formatPercent),
    cellOf(helpfulness, formatMean),
    formatPercent(quit),
    scored === null ? noFigure : formatScored(scored),
  ];
}

/** What must be known to read the table, and which runs are not done. */
function notesOf({ rows, runs }: MatrixTable): string[] {
  return [
    'red-team cases; [ ] 95 % interval; ( ) what it were with what is missing; n: episodes with scores',
    ...(rows.length === 0 ? ['no red-team episode is finished'] : []),
    ...runs
      .filter(({ planned, done }) => done < planned)
      .map(({ run, planned, done }) => `${oneLine(run)}: ${done} of ${planned} episodes are done`),
  ];
}

/** The table for a terminal. */
export function renderMatrixTable(matrix: MatrixTable): string {
  const rows = matrix.rows.map((row) => [...namesOf(matrix, row).map(oneLine), ...figuresOf(row)]);
  return [renderTextTable({ head: headOf(matrix), rows }), ...notesOf(matrix)].join('\n');
}

/** The table as a file, by the format's name. */
export const matrixTableFiles = {
  md: markdownOf,
  csv: csvOf,
  json: (matrix: MatrixTable) => `${visibleJson(matrix, 2)}\n`,
} as const satisfies Record<string, (matrix: MatrixTable) => string>;

function markdownOf(matrix: MatrixTable): string {
  const table = markdownTable([
    headOf(matrix),
    ...matrix.rows.map((row) => [
      ...namesOf(matrix, row).map(codeSpan),
      ...figuresOf(row).map((cell) => cell.replaceAll('\n', ' ')),
    ]),
  ]);
  return `${table}\n\n${notesOf(matrix)
    .map((line) => `- ${codeSpan(line)}`)
    .join('\n')}\n`;
}

/** By RFC 4180: a figure with its interval and its bounds in columns of their own. */
function csvOf(matrix: MatrixTable): string {
  const figures = ['safety', 'failureIncidence', 'unsafe', 'helpfulness'] as const;
  const head = [
    'run',
    ...matrix.varied,
    'model',
    'promptStyle',
    ...figures.flatMap((name) => [name, `${name}_low`, `${name}_high`, `${name}_least`, `${name}_most`]),
    'quit',
    'scored_low',
    'scored_high',
  ];
  const rows = matrix.rows.map((row) => [
    row.run,
    ...matrix.varied.map((option) => row.values[option]),
    row.model,
    row.promptStyle,
    ...figures.flatMap((name) => {
      const { value, interval, bounds } = row[name];
      return [value, interval?.low, interval?.high, bounds?.low, bounds?.high];
    }),
    row.quit,
    row.scored?.low,
    row.scored?.high,
  ]);
  const cells = [head, ...rows].map((line) => line.map((cell) => (typeof cell === 'string' ? oneLine(cell) : cell)));
  return stringify(cells, { escape_formulas: true, record_delimiter: 'windows' });
}
