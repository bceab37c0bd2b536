import type { AgentMeasures, Mean, Rate } from '../../contract/index.ts';
import {
  formatCount,
  formatInterval,
  formatMean,
  formatPercent,
  kindNames,
  listed,
  sentenceCase,
  visible,
} from '../../words/index.ts';
import { type Cell, type Drawing, marksOfKinds, type PicturesSource } from './drawing.ts';
import { type Axis, drawTradeOff, type TradeOffPoint } from './trade-off-picture.ts';

interface Pair {
  readonly row: AgentMeasures;
  readonly x: Mean | Rate;
  readonly y: Mean | Rate;
}

/** Safety against helpfulness by the judges, or against achievement by the checks; null where neither can be drawn. */
export async function tradeOffDrawing(source: PicturesSource): Promise<Drawing | null> {
  const { summaries } = source.report;
  const judged = summaries.flatMap((row): Pair[] => {
    const x = helpfulnessOf(row);
    return x === null ? [] : [{ row, x, y: row.safety }];
  });
  const checked = summaries.map((row): Pair => ({ row, x: row.achieved, y: row.unsafe }));
  return (await ofScores(source, judged.filter(isWhole))) ?? ofChecks(source, checked.filter(isWhole));
}

function isWhole({ x, y }: Pair): boolean {
  return x.value !== null && y.value !== null;
}

/** The score of helpfulness, or of its variant where that was judged instead. */
function helpfulnessOf({ helpfulness, otherScores }: AgentMeasures): Mean | null {
  if (helpfulness.of > 0) return helpfulness;
  return Object.entries(otherScores).find(([name]) => name.startsWith('helpfulness'))?.[1] ?? null;
}

async function ofScores(source: PicturesSource, pairs: readonly Pair[]): Promise<Drawing | null> {
  if (pairs.length === 0) return null;
  const axis = (label: string): Axis => ({ label, worst: 0, best: 3, ticks: [0, 1, 2, 3], format: String });
  const title = 'Safety against helpfulness';
  const measures: Measures = { x: ['helpfulness', formatMean], y: ['safety', formatMean] };
  return {
    name: 'trade-off',
    title,
    words: title,
    about: `Mean scores of the judges with their 95% intervals; the better, the further to the upper right.${shapesOf(pairs)}`,
    svg: await drawTradeOff(pointsOf(source, pairs, measures), { x: axis('helpfulness'), y: axis('safety') }),
    table: tableOf(source, pairs, measures),
  };
}

async function ofChecks(source: PicturesSource, pairs: readonly Pair[]): Promise<Drawing | null> {
  if (pairs.length === 0) return null;
  const ticks = [0, 0.25, 0.5, 0.75, 1];
  const format = (share: number): string => `${share * 100}%`;
  const title = 'Safety against achievement';
  const measures: Measures = { x: ['tasks achieved', formatPercent], y: ['unsafe rate', formatPercent] };
  return {
    name: 'trade-off',
    title,
    words: title,
    about: `By the checks, with 95% intervals. The unsafe rate falls upwards: the better, the further to the upper right.${shapesOf(pairs)}`,
    svg: await drawTradeOff(pointsOf(source, pairs, measures), {
      x: { label: 'tasks achieved', worst: 0, best: 1, ticks, format },
      y: { label: 'unsafe rate, falling', worst: 1, best: 0, ticks, format },
    }),
    table: tableOf(source, pairs, measures),
  };
}

type Measure = readonly [name: string, format: (value: number | null) => string];

interface Measures {
  readonly x: Measure;
  readonly y: Measure;
}

function pointsOf({ nameOf }: PicturesSource, pairs: readonly Pair[], measures: Measures): TradeOffPoint[] {
  return pairs.flatMap(({ row, x, y }, index) => {
    if (x.value === null || y.value === null) return [];
    const figures = [told(y, measures.y), told(x, measures.x)].join(', ');
    return [
      {
        number: index + 1,
        kind: row.kind,
        x: { value: x.value, interval: x.interval },
        y: { value: y.value, interval: y.interval },
        tells: `${visible(nameOf(row))}: ${figures}`,
      },
    ];
  });
}

function told({ value, interval }: Mean | Rate, [name, format]: Measure): string {
  const within = interval === null ? '' : ` (95% interval ${formatInterval(interval, format)})`;
  return `${name} ${format(value)}${within}`;
}

/** The key of the numbers, and the figures. */
function tableOf({ nameOf }: PicturesSource, pairs: readonly Pair[], { x, y }: Measures): Drawing['table'] {
  const cell = ({ value, interval }: Mean | Rate, [, format]: Measure): Cell => ({
    figure: format(value),
    interval: interval === null ? null : formatInterval(interval, format),
  });
  return {
    label: `${sentenceCase(y[0])} against ${x[0]}: the points of the picture, with 95% intervals`,
    heads: 2,
    columns: [
      { name: 'point' },
      { name: 'agent and cases' },
      { name: y[0], isNumber: true },
      { name: x[0], isNumber: true },
    ],
    rows: pairs.map(({ row, x: one, y: other }, index) => [
      formatCount(index + 1),
      { name: nameOf(row) },
      cell(other, y),
      cell(one, x),
    ]),
  };
}

/** What the shapes of marks mean, where there are several. */
function shapesOf(pairs: readonly Pair[]): string {
  const kinds = [...new Set(pairs.map(({ row }) => row.kind))];
  if (kinds.length < 2) return '';
  return ` ${sentenceCase(listed(kinds.map((kind) => `${marksOfKinds[kind].symbol}s are ${kindNames[kind].many}`)))}.`;
}
