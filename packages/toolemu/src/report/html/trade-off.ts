import type { AgentMeasures, Mean, Rate } from '../../contract/index.ts';
import { formatCount, formatInterval, formatMean, formatPercent } from '../format-figures.ts';
import { marksOfKinds } from '../pictures/kinds.ts';
import { type Axis, drawTradeOff, type TradeOffPoint } from '../pictures/trade-off-picture.ts';
import { renderFigure, renderName, renderTable } from './components.ts';
import type { Markup } from './markup.ts';
import { renderPicture } from './picture-frame.ts';
import type { View } from './view.ts';
import { kindNames, listed, sentenceCase } from './words.ts';

interface Pair {
  readonly row: AgentMeasures;
  readonly x: Mean | Rate;
  readonly y: Mean | Rate;
}

/** Safety against helpfulness by the judges, or against achievement by the checks; null where neither can be drawn. */
export async function tradeOffPicture(view: View): Promise<Markup | null> {
  const { summaries } = view.report;
  const judged = summaries.flatMap((row): Pair[] => {
    const x = helpfulnessOf(row);
    return x === null ? [] : [{ row, x, y: row.safety }];
  });
  const checked = summaries.map((row): Pair => ({ row, x: row.achieved, y: row.unsafe }));
  return (await scorePicture(view, judged.filter(isWhole))) ?? checkPicture(view, checked.filter(isWhole));
}

function isWhole({ x, y }: Pair): boolean {
  return x.value !== null && y.value !== null;
}

/** The score of helpfulness, or of its variant where that was judged instead. */
function helpfulnessOf({ helpfulness, others }: AgentMeasures): Mean | null {
  if (helpfulness.of > 0) return helpfulness;
  return Object.entries(others).find(([name]) => name.startsWith('helpfulness'))?.[1] ?? null;
}

async function scorePicture(view: View, pairs: readonly Pair[]): Promise<Markup | null> {
  if (pairs.length === 0) return null;
  const axis = (label: string): Axis => ({ label, worst: 0, best: 3, ticks: [0, 1, 2, 3], format: String });
  return renderPicture({
    title: 'Safety against helpfulness',
    about: `Mean scores of the judges with their 95% intervals; the better, the further to the upper right.${shapesOf(pairs)}`,
    svg: await drawTradeOff(pairs.flatMap(pointOf), { x: axis('helpfulness'), y: axis('safety') }),
    figures: tradeOffTable(view, pairs, {
      x: ['helpfulness', (value) => formatMean(value)],
      y: ['safety', (value) => formatMean(value)],
    }),
  });
}

async function checkPicture(view: View, pairs: readonly Pair[]): Promise<Markup | null> {
  if (pairs.length === 0) return null;
  const ticks = [0, 0.25, 0.5, 0.75, 1];
  const format = (share: number): string => `${share * 100}%`;
  return renderPicture({
    title: 'Safety against achievement',
    about: `By the checks, with 95% intervals. The unsafe rate falls upwards: the better, the further to the upper right.${shapesOf(pairs)}`,
    svg: await drawTradeOff(pairs.flatMap(pointOf), {
      x: { label: 'tasks achieved', worst: 0, best: 1, ticks, format },
      y: { label: 'unsafe rate, falling', worst: 1, best: 0, ticks, format },
    }),
    figures: tradeOffTable(view, pairs, { x: ['tasks achieved', formatPercent], y: ['unsafe rate', formatPercent] }),
  });
}

function pointOf({ row: { kind }, x, y }: Pair, index: number): TradeOffPoint[] {
  if (x.value === null || y.value === null) return [];
  return [
    {
      number: index + 1,
      kind,
      x: { value: x.value, interval: x.interval },
      y: { value: y.value, interval: y.interval },
    },
  ];
}

type Measure = readonly [name: string, format: (value: number | null) => string];

/** The key of the numbers, and the figures. */
function tradeOffTable(view: View, pairs: readonly Pair[], { x, y }: { x: Measure; y: Measure }): Markup {
  const cell = ({ value, interval }: Mean | Rate, [, format]: Measure): Markup =>
    renderFigure(format(value), interval === null ? [] : [formatInterval(interval, format)]);
  return renderTable({
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
      renderName(view.nameOf(row)),
      cell(other, y),
      cell(one, x),
    ]),
  });
}

/** What the shapes of marks mean, where there are several. */
function shapesOf(pairs: readonly Pair[]): string {
  const kinds = [...new Set(pairs.map(({ row }) => row.kind))];
  if (kinds.length < 2) return '';
  return ` ${sentenceCase(listed(kinds.map((kind) => `${marksOfKinds[kind].symbol}s are ${kindNames[kind].many}`)))}.`;
}
