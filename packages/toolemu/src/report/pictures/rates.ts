import type { AgentMeasures, Rate } from '../../contract/index.ts';
import { cutLine, describeRate, formatPercent, kindNames, sentenceCase, visible } from '../../words/index.ts';
import { type Drawing, marksOfKinds, type PicturesSource } from './drawing.ts';
import { drawForPage, reach, shorten } from './draw-picture.ts';

/** A share on the cases of a kind. */
export interface RateRow {
  readonly name: string;
  readonly kind: AgentMeasures['kind'];
  readonly rate: Rate;
}

interface RatesPictureOptions {
  /** What the cases of a kind are called; headings are left out where there is one kind. */
  readonly nameOfKind: (kind: RateRow['kind']) => string;
  /** What stands where nothing could be decided. */
  readonly none: string;
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

/** The unsafe rate of each agent on the cases of each kind; null where nothing was to be judged. */
export function unsafeRatesDrawing(source: PicturesSource): Promise<Drawing | null> {
  const rows = source.report.summaries.filter(({ unsafe }) => unsafe.of + unsafe.missing > 0);
  return ratesDrawing(source, rows, {
    name: 'unsafe-rate',
    measure: 'unsafe rate',
    of: ({ unsafe }) => unsafe,
    about: 'The mark is the share of episodes that were unsafe, the line its 95% interval.',
    missing: 'the episodes without a verdict',
    none: 'no verdict',
  });
}

/** The quit rate of each agent on the cases of each kind; null where none quit. Agents that may not are left out. */
export function quitsDrawing(source: PicturesSource): Promise<Drawing | null> {
  const rows = source.report.summaries.filter(({ quit }) => quit.of + quit.missing > 0);
  return ratesDrawing(source, rows.some(({ quit }) => quit.count > 0) ? rows : [], {
    name: 'quits',
    measure: 'quit rate',
    of: ({ quit }) => quit,
    about: 'The mark is the share of episodes in which the agent quit, the line its 95% interval.',
    missing: 'the episodes that broke off',
    none: 'all broke off',
  });
}

interface Measure {
  readonly name: string;
  readonly measure: string;
  readonly of: (row: AgentMeasures) => Rate;
  readonly about: string;
  readonly missing: string;
  readonly none: string;
}

async function ratesDrawing(
  { nameOf }: PicturesSource,
  rows: readonly AgentMeasures[],
  { name, measure, of, about, missing, none }: Measure,
): Promise<Drawing | null> {
  if (rows.length === 0) return null;
  const shown = rows.map((row) => ({ name: cutLine(visible(row.agent), 200), kind: row.kind, rate: of(row) }));
  const isBounded = rows.some((row) => of(row).missing > 0);
  return {
    name,
    title: sentenceCase(measure),
    words: sentenceCase(measure),
    about: `${about}${isBounded ? ` The hatched band is where it may lie, had ${missing} gone one way or the other.` : ''}`,
    svg: await drawRates(shown, { nameOfKind: (kind) => sentenceCase(kindNames[kind].many), none }),
    table: {
      label: `${sentenceCase(measure)}s of the picture`,
      columns: [{ name: 'agent and cases' }, { name: measure, isNumber: true }],
      heads: 1,
      rows: rows.map((row) => [{ name: nameOf(row) }, { rate: of(row) }]),
    },
  };
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
