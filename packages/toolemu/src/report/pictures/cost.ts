import type { PlayTime } from '../../contract/index.ts';
import { formatDollars, formatDuration, pausesOf, visible } from '../../words/index.ts';
import type { RunSpending, Spent } from '../figures/spent.ts';
import type { Drawing } from './drawing.ts';
import { drawForPage, reach, shorten } from './draw-picture.ts';

/** What one role had come to after each equal stretch of a run, from nothing on. */
interface CostLine {
  readonly role: string;
  readonly usd: readonly number[];
}

/** That along which a run went on. */
interface CostAxis {
  readonly label: string;
  /** Where it ends; it begins at 0. */
  readonly end: number;
  readonly ticks: readonly { readonly at: number; readonly name: string }[];
  /** Places at which something was left out. */
  readonly cuts: readonly number[];
  /** A place in words: `after 2 min 3 s`. */
  readonly tell: (at: number) => string;
}

const height = 260;

interface Strip {
  readonly from: number;
  readonly to: number;
  readonly tells: string;
}

interface End {
  readonly name: string;
  readonly usd: number;
  /** Where its name stands, so that no name lies on another. */
  readonly at: number;
}

const looks = [
  { stroke: 'var(--ink)' },
  { stroke: 'var(--standard)', strokeDasharray: '6 3' },
  { stroke: 'var(--twin)', strokeDasharray: '2 2' },
  { stroke: 'var(--unsafe)', strokeDasharray: '8 3 2 3' },
] as const;

/** A place on an axis of time. */
interface TimeTick {
  readonly seconds: number;
  /** `30 s`, `5 min`, `2 h`. */
  readonly name: string;
}

const units = [
  { name: 's', seconds: 1, steps: [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30] },
  { name: 'min', seconds: 60, steps: [1, 2, 5, 10, 15, 30] },
  { name: 'h', seconds: 3600, steps: [1, 2, 4, 6, 12, 24, 48, 120, 240, 480, 1200] },
] as const;

const all = units.flatMap(({ name, seconds, steps }) => steps.map((step) => ({ name, unit: seconds, step })));

/** The cost of each role as the run goes on; null where no price is known. Roles without prices are said. */
export async function costDrawing({ byRole, playing }: RunSpending): Promise<Drawing | null> {
  const roles = Object.entries(byRole)
    .filter(([, spent]) => spent.some(({ calls }) => calls > 0))
    .map(([role, spent]) => [visible(role), spent] as const);
  const lines = roles.flatMap(([role, spent]): CostLine[] => {
    const usd = cumulated(spent);
    return usd === null ? [] : [{ role, usd }];
  });
  if (lines.every(({ usd }) => (usd.at(-1) ?? 0) === 0)) return null;
  const unknown = roles.map(([role]) => role).filter((role) => lines.every((line) => line.role !== role));
  const without = unknown.length === 0 ? '' : ` Not drawn, for their prices are not known: ${unknown.join(', ')}.`;
  const axis = playing === null ? axisOfCalls : axisOfTime(playing);
  return {
    name: 'cost',
    title: playing === null ? 'Cost over the calls' : 'Cost over time',
    words: `Cost by role over the ${playing === null ? 'calls' : 'time'} of the run`,
    about: `Dollars by role, added up ${playing === null ? aboutCalls : aboutTime(playing)}${without}`,
    svg: await drawCost(lines, axis),
    table: {
      label: `Cost by role after each tenth of the ${playing === null ? 'calls' : 'time'}`,
      columns: [
        { name: playing === null ? 'calls' : 'time' },
        ...lines.map(({ role }) => ({ name: role, isNumber: true })),
      ],
      heads: 1,
      rows: tenths.map((share) => [
        axis.tell(axis.end * share),
        ...lines.map(({ usd }) => formatDollars(usd[Math.round((usd.length - 1) * share)] ?? 0)),
      ]),
    },
  };
}

const tenths = Array.from({ length: 10 }, (_, at) => (at + 1) / 10);

const aboutCalls = 'in the order of the calls: when each was made is not known.';

function aboutTime(playing: PlayTime): string {
  const pauses = pausesOf(playing);
  const from = 'over the time in which the run was played.';
  return pauses === null ? from : `${from} Left out, at the dotted lines: ${pauses} in which nothing went on.`;
}

function axisOfTime({ seconds, pauses }: PlayTime): CostAxis {
  return {
    label: 'time of playing',
    end: seconds,
    ticks: timeTicks(seconds).map(({ seconds: at, name }) => ({ at, name })),
    cuts: pauses.map(({ afterSeconds }) => afterSeconds),
    tell: (at) => `after ${formatDuration(at)}`,
  };
}

const axisOfCalls: CostAxis = {
  label: 'calls of the run',
  end: 1,
  ticks: [0, 0.25, 0.5, 0.75, 1].map((at) => ({ at, name: formatShare(at) })),
  cuts: [],
  tell: (at) => `after ${formatShare(at)} of the calls`,
};

function formatShare(share: number): string {
  return `${Math.round(share * 100)}%`;
}

/** What it had come to after each stretch, nothing at first; null where a price is not known. */
function cumulated(spent: Spent): number[] | null {
  const sums = [0];
  for (const { usd } of spent) {
    if (usd === null) return null;
    sums.push((sums.at(-1) ?? 0) + usd);
  }
  return sums;
}

/** Places on an axis from 0 to so many seconds, at round times and not more than six. */
export function timeTicks(seconds: number): TimeTick[] {
  const fits = all.find(({ unit, step }) => seconds / (unit * step) < 6);
  const { name, unit, step } = fits ?? { name: 'h', unit: 3600, step: Math.ceil(seconds / 3600 / 5) };
  return Array.from({ length: Math.floor(seconds / (unit * step)) + 1 }, (_, at) => {
    const count = Number((at * step).toPrecision(6));
    return { seconds: count * unit, name: count === 0 ? '0' : `${count} ${name}` };
  });
}

/** Dollars as a run goes on, a line for each role with its name at the end; told apart by dashes too. */
function drawCost(lines: readonly CostLine[], axis: CostAxis): Promise<string> {
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

function placeOf(at: number, points: number, { end }: CostAxis): number {
  return (end * at) / Math.max(1, points - 1);
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
