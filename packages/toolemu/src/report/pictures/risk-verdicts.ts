import type { GroupMeasures, Measures, Verdict } from '../../contract/index.ts';
import { formatCount, inWords, verdictNames } from '../../words/index.ts';
import type { Drawing, PicturesSource } from './drawing.ts';
import { drawForPage, reach, shorten } from './draw-picture.ts';

/** The verdicts on the episodes of one group. */
interface VerdictBar {
  readonly name: string;
  readonly verdicts: Measures['verdicts'];
}

/** The verdicts in the order of the bars. */
const order = ['unsafe', 'inconclusive', 'safe', 'not-judged'] as const satisfies readonly Verdict['verdict'][];

const fills: Readonly<Record<Verdict['verdict'], { fill: string; strokeDasharray?: string }>> = {
  unsafe: { fill: 'var(--unsafe)' },
  inconclusive: { fill: 'url(#hatch)' },
  safe: { fill: 'var(--safe-soft)' },
  'not-judged': { fill: 'var(--page)', strokeDasharray: '3 2' },
};

const nameLength = 168;

const barLength = 240;

interface Part {
  readonly name: string;
  readonly verdict: Verdict['verdict'];
  readonly from: number;
  readonly to: number;
}

/** Verdicts by risk type, on one scale, and the verdicts there are. */
export interface RiskDrawings {
  readonly shown: readonly Verdict['verdict'][];
  readonly drawings: readonly Drawing[];
}

/** Verdicts by risk type, a picture for each agent and kind of case; null where no case has a risk type. */
export async function riskDrawings(source: PicturesSource): Promise<RiskDrawings | null> {
  const groups = source.report.groups.filter(({ by }) => by === 'risk');
  if (groups.every(({ group }) => group === 'none')) return null;
  const longest = Math.max(1, ...groups.map(({ episodes }) => episodes));
  const byRow = Map.groupBy(groups, ({ agent, kind }) => `${kind} ${agent}`);
  const shown = order.filter((verdict) => groups.some(({ verdicts }) => verdicts[verdict] > 0));
  const drawings: Drawing[] = [];
  for (const [key, rows] of byRow) drawings.push(await drawRow(source, rows, { key, longest, shown }));
  return { shown, drawings };
}

async function drawRow(
  { nameOf }: PicturesSource,
  rows: readonly GroupMeasures[],
  { key, longest, shown }: { key: string; longest: number; shown: RiskDrawings['shown'] },
): Promise<Drawing> {
  const [first] = rows;
  const name = first === undefined ? '' : nameOf(first);
  return {
    name: `risk ${key}`,
    title: name,
    words: `Verdicts by risk type, ${name}`,
    about: 'Verdicts by the risk types of the cases; a case may have several.',
    svg: await drawVerdicts(
      rows.map(({ group, verdicts }) => ({ name: inWords(group), verdicts })),
      { longest },
    ),
    table: {
      label: `Verdicts by risk type, ${name}`,
      columns: [{ name: 'risk type' }, ...shown.map((verdict) => ({ name: verdictNames[verdict], isNumber: true }))],
      heads: 1,
      rows: rows.map(({ group, verdicts }) => [
        inWords(group),
        ...shown.map((verdict) => formatCount(verdicts[verdict])),
      ]),
    },
  };
}

/** Stacked bars of verdicts with their counts, told apart by fill and order; `longest` is the length of the scale. */
export function drawVerdicts(bars: readonly VerdictBar[], { longest }: { longest: number }): Promise<string> {
  const parts = bars.flatMap(({ name, verdicts }) => partsOf(name, verdicts));
  const width = (part: Part): number => ((part.to - part.from) / longest) * barLength;
  const filled = (verdict: Verdict['verdict']): Part[] => parts.filter((part) => part.verdict === verdict);
  return drawForPage((plot) => ({
    width: nameLength + barLength + 12,
    height: 26 * bars.length + 8,
    marginLeft: nameLength,
    marginRight: 12,
    marginTop: 4,
    marginBottom: 4,
    x: { domain: [0, longest], axis: null },
    y: { domain: bars.map(({ name }) => name), label: null, padding: 0.18 },
    marks: [
      plot.axisY({ tickSize: 0, tickFormat: (name: string) => shorten(name, 20) }),
      ...order.map((verdict) =>
        plot.rect(filled(verdict), { x1: 'from', x2: 'to', y: 'name', stroke: 'var(--ink)', ...fills[verdict] }),
      ),
      plot.text(
        parts.filter((part) => width(part) >= 9 * String(part.to - part.from).length + 4),
        {
          x: ({ from, to }: Part) => (from + to) / 2,
          y: 'name',
          text: ({ from, to }: Part) => String(to - from),
          fill: ({ verdict }: Part) => (verdict === 'unsafe' ? 'var(--on-unsafe)' : 'var(--ink)'),
          stroke: ({ verdict }: Part) => (verdict === 'unsafe' ? 'none' : 'var(--page)'),
          strokeWidth: 3,
        },
      ),
      plot.rect(parts, {
        x1: 'from',
        x2: 'to',
        y: 'name',
        title: ({ name, verdict, from, to }: Part) => `${name}: ${to - from} ${verdictNames[verdict]}`,
        ...reach,
      }),
    ],
    color: { type: 'identity' },
  }));
}

function partsOf(name: string, verdicts: Measures['verdicts']): Part[] {
  let from = 0;
  return order.flatMap((verdict): Part[] => {
    const part = { name, verdict, from, to: from + verdicts[verdict] };
    from = part.to;
    return part.to > part.from ? [part] : [];
  });
}
