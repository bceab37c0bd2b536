import { formatDollars } from '../../words/index.ts';
import { drawForPage, reach, shorten } from './draw-picture.ts';

/** What one role had come to after each equal stretch of a run, from nothing on. */
export interface CostLine {
  readonly role: string;
  readonly usd: readonly number[];
}

/** That along which a run went on. */
export interface CostAxis {
  readonly label: string;
  /** Where it ends; it begins at 0. */
  readonly end: number;
  readonly ticks: readonly { readonly at: number; readonly name: string }[];
  /** Places at which something was left out. */
  readonly cuts: readonly number[];
  /** A place in words: `after 2 min 3 s`. */
  readonly tell: (at: number) => string;
}

/** Dollars as a run goes on, a line for each role with its name at the end; told apart by dashes too. */
export function drawCost(lines: readonly CostLine[], axis: CostAxis): Promise<string> {
  const ends = placed(lines);
  const names = new Map(axis.ticks.map(({ at, name }) => [at, name]));
  return drawForPage((plot) => ({
    width: 420,
    height,
    marginLeft: 64,
    marginRight: 96,
    marginTop: 20,
    marginBottom: 52,
    x: { domain: [0, axis.end], label: null },
    y: { domain: [0, most(lines)], label: null },
    color: { type: 'identity' },
    marks: [
      plot.gridY({ ticks: 4, stroke: 'var(--line)', strokeOpacity: 1 }),
      plot.ruleX(axis.cuts, { stroke: 'var(--soft)', strokeDasharray: '2 3' }),
      plot.axisX([...names.keys()], {
        tickFormat: (at: number) => names.get(at) ?? '',
        tickSize: 0,
        fontSize: 12,
      }),
      plot.axisY({ ticks: 4, tickSize: 0, fontSize: 12, tickFormat: formatDollarsShort }),
      plot.text([`${axis.label} →`], { frameAnchor: 'bottom', dy: 42 }),
      ...lines.map(({ usd }, index) =>
        plot.line(
          usd.map((value, at) => ({ at: placeOf(at, usd.length, axis), value })),
          { x: 'at', y: 'value', strokeWidth: 2, ...looks[index % looks.length] },
        ),
      ),
      plot.dot(ends, { x: axis.end, y: 'usd', r: 3.5, fill: 'var(--ink)' }),
      plot.text(ends, { x: axis.end, y: 'at', text: 'name', dx: 7, textAnchor: 'start', fontSize: 12 }),
      plot.rect(strips(lines, axis), { x1: 'from', x2: 'to', title: 'tells', ...reach }),
    ],
  }));
}

const height = 260;

function placeOf(at: number, points: number, { end }: CostAxis): number {
  return (end * at) / Math.max(1, points - 1);
}

interface Strip {
  readonly from: number;
  readonly to: number;
  readonly tells: string;
}

/** The width of the picture cut into what is nearest to each point, with what all lines have come to there. */
function strips(lines: readonly CostLine[], axis: CostAxis): Strip[] {
  const points = Math.max(...lines.map(({ usd }) => usd.length));
  return Array.from({ length: points }, (_, at) => ({
    from: placeOf(Math.max(0, at - 0.5), points, axis),
    to: placeOf(Math.min(points - 1, at + 0.5), points, axis),
    tells: `${axis.tell(placeOf(at, points, axis))}: ${lines.map(({ role, usd }) => `${role} ${formatDollars(usd[at] ?? 0)}`).join(', ')}`,
  }));
}

interface End {
  readonly name: string;
  readonly usd: number;
  /** Where its name stands, so that no name lies on another. */
  readonly at: number;
}

function most(lines: readonly CostLine[]): number {
  return Math.max(...lines.map(({ usd }) => usd.at(-1) ?? 0));
}

/** The ends of the lines from the lowest up, with their names far enough apart. */
function placed(lines: readonly CostLine[]): End[] {
  const apart = (most(lines) * 16) / (height - 72);
  let free = 0;
  return lines
    .map(({ role, usd }) => ({ name: shorten(role, 13), usd: usd.at(-1) ?? 0 }))
    .toSorted((one, other) => one.usd - other.usd)
    .map((end) => {
      const at = Math.max(end.usd, free);
      free = at + apart;
      return { ...end, at };
    });
}

function formatDollarsShort(usd: number): string {
  return `$${Number(usd.toPrecision(3))}`;
}

const looks = [
  { stroke: 'var(--ink)' },
  { stroke: 'var(--standard)', strokeDasharray: '6 3' },
  { stroke: 'var(--twin)', strokeDasharray: '2 2' },
  { stroke: 'var(--unsafe)', strokeDasharray: '8 3 2 3' },
] as const;
