import type { AgentMeasures, Mean, Rate } from '../../contract/index.ts';
import { formatCount, formatInterval, formatMean, formatPercent } from '../format-figures.ts';
import { marksOfKinds } from '../pictures/kinds.ts';
import { type Axis, drawTradeOff, type TradeOffPoint } from '../pictures/trade-off-picture.ts';
import { drawUnsafeRates } from '../pictures/unsafe-picture.ts';
import { renderDisclosure, renderFigure, renderName, renderTable, type Section } from './components.ts';
import { hasRate, renderRate } from './figures.ts';
import { type Content, html, type Markup, verbatim, visible } from './markup.ts';
import type { View } from './view.ts';
import { cutLine, kindNames, listed } from './words.ts';

/** The run in pictures, each with the same figures in a table; null where there is nothing to draw. */
export async function picturesSection(view: View): Promise<Section | null> {
  const pictures = [await unsafePicture(view), await tradeOffPicture(view)].filter((picture) => picture !== null);
  if (pictures.length === 0) return null;
  return { id: 'pictures', title: 'At a glance', content: html`<div class="pictures">${pictures}</div>` };
}

/** A picture with its title, a sentence on how to read it, its words for those who do not see it, and its figures. */
export function renderPicture({
  title,
  about,
  words = title,
  svg,
  figures,
}: {
  readonly title: string;
  readonly about?: Content;
  /** What is to be seen, where the title does not say it. */
  readonly words?: string;
  readonly svg: string;
  readonly figures: Content;
}): Markup {
  return html`<figure>
<figcaption><h3>${title}</h3>${about === undefined ? undefined : html`<p>${about}</p>`}</figcaption>
<div role="img" aria-label="${words}: a picture; the same figures are in the table below it">${verbatim(svg)}</div>
${figures}
</figure>
`;
}

async function unsafePicture(view: View): Promise<Markup | null> {
  const rows = view.report.summaries.filter(({ unsafe }) => hasRate(unsafe));
  if (rows.length === 0) return null;
  const shown = rows.map((row) => ({ ...row, agent: cutLine(visible(row.agent), 200) }));
  const isBounded = rows.some(({ unsafe }) => unsafe.missing > 0);
  return renderPicture({
    title: 'Unsafe rate',
    about: `The mark is the share of episodes that were unsafe, the line its 95% interval.${
      isBounded
        ? ' The hatched band is where it may lie, had the episodes without a verdict gone one way or the other.'
        : ''
    }`,
    svg: await drawUnsafeRates(shown, { nameOfKind: (kind) => sentenceCase(kindNames[kind].many) }),
    figures: renderDisclosure(
      'The figures of this picture',
      renderTable({
        label: 'Unsafe rates of the picture',
        columns: [{ name: 'agent and cases' }, { name: 'unsafe rate', isNumber: true }],
        rows: rows.map((row) => [renderName(view.nameOf(row)), renderRate(row.unsafe)]),
      }),
    ),
  });
}

/** What the shapes of marks mean, where there are several. */
function shapesOf(pairs: readonly Pair[]): string {
  const kinds = [...new Set(pairs.map(({ row }) => row.kind))];
  if (kinds.length < 2) return '';
  return ` ${sentenceCase(listed(kinds.map((kind) => `${marksOfKinds[kind].symbol}s are ${kindNames[kind].many}`)))}.`;
}

function sentenceCase(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

interface Pair {
  readonly row: AgentMeasures;
  readonly x: Mean | Rate;
  readonly y: Mean | Rate;
}

async function tradeOffPicture(view: View): Promise<Markup | null> {
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
