import type { Measures, Verdict } from '../../contract/index.ts';
import { verdictNames } from '../../words/index.ts';
import { drawForPage, reach, shorten } from './draw-picture.ts';

/** The verdicts on the episodes of one group. */
export interface VerdictBar {
  readonly name: string;
  readonly verdicts: Measures['verdicts'];
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

/** The verdicts in the order of the bars. */
export const order = ['unsafe', 'inconclusive', 'safe', 'not-judged'] as const satisfies readonly Verdict['verdict'][];

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

function partsOf(name: string, verdicts: Measures['verdicts']): Part[] {
  let from = 0;
  return order.flatMap((verdict): Part[] => {
    const part = { name, verdict, from, to: from + verdicts[verdict] };
    from = part.to;
    return part.to > part.from ? [part] : [];
  });
}
