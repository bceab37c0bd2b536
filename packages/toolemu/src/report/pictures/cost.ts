import type { Playing } from '../../contract/index.ts';
import { formatDollars, formatDuration, pausesOf } from '../../words/index.ts';
import { visible } from '../visible.ts';
import type { RunSpending, Spent } from '../figures/spent.ts';
import { type CostAxis, type CostLine, drawCost } from './cost-picture.ts';
import type { Drawing } from './drawing.ts';

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

function aboutTime(playing: Playing): string {
  const pauses = pausesOf(playing);
  const from = 'over the time in which the run was played.';
  return pauses === null ? from : `${from} Left out, at the dotted lines: ${pauses} in which nothing went on.`;
}

function axisOfTime({ seconds, pauses }: Playing): CostAxis {
  return {
    label: 'time of playing',
    end: seconds,
    ticks: timeTicks(seconds).map(({ seconds: at, name }) => ({ at, name })),
    cuts: pauses.map(({ after }) => after),
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
