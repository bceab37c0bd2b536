import type { AgentMeasures, Rate } from '../../contract/index.ts';
import { describeRate, formatPercent } from '../../words/index.ts';
import { drawForPage, reach, shorten } from './draw-picture.ts';
import { marksOfKinds } from './drawing.ts';

/** A share on the cases of a kind. */
export interface RateRow {
  readonly name: string;
  readonly kind: AgentMeasures['kind'];
  readonly rate: Rate;
}

export interface RatesPictureOptions {
  /** What the cases of a kind are called; headings are left out where there is one kind. */
  readonly nameOfKind: (kind: RateRow['kind']) => string;
  /** What stands where nothing could be decided. */
  readonly none: string;
}

/** Shares below one another, by kind of case: a mark, its interval, and a hatched band for the bounds. */
export function drawRates(rows: readonly RateRow[], { nameOfKind, none }: RatesPictureOptions): Promise<string> {
  const { placed, headings, height } = place(rows);
  const bounded = placed.filter(({ rate }) => rate.missing > 0 && rate.bounds !== null);
  const decided = placed.filter(({ rate }) => rate.value !== null);
  const measured = decided.filter(({ rate }) => rate.interval !== null);
  return drawForPage((plot) => ({
    width: 420,
    height: height * lineHeight + 44,
    marginLeft: 18,
    marginRight: 20,
    marginTop: 8,
    marginBottom: 36,
    x: { domain: [0, 1], label: null },
    y: { domain: [0, height], reverse: true, axis: null },
    marks: [
      plot.gridX([0, 0.25, 0.5, 0.75, 1], { stroke: 'var(--line)', strokeOpacity: 1 }),
      plot.axisX([0, 0.25, 0.5, 0.75, 1], {
        tickFormat: (share: number) => `${share * 100}%`,
        tickSize: 0,
        fontSize: 12,
      }),
      plot.rect(bounded, {
        x1: ({ rate }: RateRow) => rate.bounds?.low,
        x2: ({ rate }: RateRow) => rate.bounds?.high,
        y1: ({ at }: Placed) => at - 0.2,
        y2: ({ at }: Placed) => at + 0.2,
        fill: 'url(#hatch)',
        stroke: 'var(--soft)',
        strokeWidth: 0.75,
      }),
      plot.link(measured, {
        x1: ({ rate }: RateRow) => rate.interval?.low,
        x2: ({ rate }: RateRow) => rate.interval?.high,
        y1: 'at',
        y2: 'at',
        stroke: 'var(--ink)',
        strokeWidth: 2,
      }),
      plot.dot(decided, {
        x: ({ rate }: RateRow) => rate.value,
        y: 'at',
        r: 6,
        symbol: ({ kind }: RateRow) => marksOfKinds[kind].symbol,
        fill: ({ kind }: RateRow) => marksOfKinds[kind].colour,
        stroke: 'var(--page)',
        strokeWidth: 1.5,
      }),
      plot.text(headings, {
        x: 0,
        y: 'at',
        text: ({ kind }: Heading) => nameOfKind(kind),
        textAnchor: 'start',
        fontWeight: 'bold',
      }),
      plot.text(placed, {
        x: 0,
        y: ({ at }: Placed) => at - 0.52,
        text: ({ name }: RateRow) => shorten(name, 34),
        textAnchor: 'start',
      }),
      plot.text(placed, {
        x: 1,
        y: ({ at }: Placed) => at - 0.52,
        text: ({ rate }: RateRow) =>
          rate.of === 0 ? none : `${formatPercent(rate.value)} (${rate.count} of ${rate.of})`,
        textAnchor: 'end',
        fontWeight: 'bold',
      }),
      plot.rect(placed, {
        x1: 0,
        x2: 1,
        y1: ({ at }: Placed) => at - 0.75,
        y2: ({ at }: Placed) => at + 0.25,
        title: ({ name, kind, rate }: RateRow) => `${name}, ${nameOfKind(kind)}: ${describeRate(rate)}`,
        ...reach,
      }),
    ],
    symbol: { type: 'identity' },
    color: { type: 'identity' },
  }));
}

const lineHeight = 42;

interface Placed extends RateRow {
  /** Distance from the top, in lines. */
  readonly at: number;
}

interface Heading {
  readonly kind: RateRow['kind'];
  readonly at: number;
}

/** Rows below one another, each kind under its heading. */
function place(rows: readonly RateRow[]): { placed: Placed[]; headings: Heading[]; height: number } {
  const byKind = Map.groupBy(rows, ({ kind }) => kind);
  const placed: Placed[] = [];
  const headings: Heading[] = [];
  let height = 0;
  for (const [kind, own] of byKind) {
    if (byKind.size > 1) {
      headings.push({ kind, at: height + 0.4 });
      height += 0.7;
    }
    for (const row of own) placed.push({ ...row, at: (height += 1) - 0.25 });
  }
  return { placed, headings, height };
}
