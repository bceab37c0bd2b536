import type { AgentMeasures, Interval } from '../../contract/index.ts';
import { drawForPage, reach } from './draw-picture.ts';
import { marksOfKinds } from './drawing.ts';

/** A place in a picture, in its units. */
interface Place {
  readonly x: number;
  readonly y: number;
}

/** An agent on the cases of one kind, in two measures. */
export interface TradeOffPoint {
  /** By which the page names it. */
  readonly number: number;
  readonly kind: AgentMeasures['kind'];
  readonly x: Measured;
  readonly y: Measured;
  /** The point in words. */
  readonly tells: string;
}

interface Measured {
  readonly value: number;
  readonly interval: Interval | null;
}

/** A measure as an axis: from its worst value to its best. */
export interface Axis {
  readonly label: string;
  readonly worst: number;
  readonly best: number;
  readonly ticks: readonly number[];
  readonly format: (value: number) => string;
}

/** Two measures against each other, the better the further to the upper right: numbered points with their intervals. */
export function drawTradeOff(points: readonly TradeOffPoint[], { x, y }: { x: Axis; y: Axis }): Promise<string> {
  const shareOf = ({ worst, best }: Axis, value: number): number => (value - worst) / (best - worst);
  const placeOf = (point: TradeOffPoint) => ({
    x: size * shareOf(x, point.x.value),
    y: size * shareOf(y, point.y.value),
  });
  const labels = groupNear(points, placeOf, 16).flatMap((group): Label[] => {
    const [first] = group;
    if (first === undefined) return [];
    const { number: _, ...at } = first;
    return [
      {
        ...at,
        text: group.map(({ number }) => number).join(', '),
        tells: group.map(({ tells }) => tells).join('; '),
        isRight: shareOf(x, first.x.value) > 0.8,
        isLow: shareOf(y, first.y.value) < 0.1,
      },
    ];
  });
  const label = ({ isRight, isLow }: Pick<Label, 'isRight' | 'isLow'>) => ({
    x: ({ x: { value } }: Label) => value,
    y: ({ y: { value } }: Label) => value,
    text: 'text' as const,
    dx: isRight ? -9 : 9,
    dy: isLow ? -13 : 13,
    textAnchor: isRight ? ('end' as const) : ('start' as const),
    fontWeight: 'bold',
    stroke: 'var(--page)',
    strokeWidth: 4,
    fill: 'var(--ink)',
  });
  return drawForPage((plot) => ({
    width: size + 88,
    height: size + 76,
    marginLeft: 66,
    marginRight: 22,
    marginTop: 22,
    marginBottom: 54,
    x: { domain: [x.worst, x.best], label: null },
    y: { domain: [y.worst, y.best], label: null },
    symbol: { type: 'identity' },
    color: { type: 'identity' },
    marks: [
      plot.gridX(x.ticks, { stroke: 'var(--line)', strokeOpacity: 1 }),
      plot.gridY(y.ticks, { stroke: 'var(--line)', strokeOpacity: 1 }),
      plot.axisX(x.ticks, { tickFormat: x.format, tickSize: 0, fontSize: 12 }),
      plot.axisY(y.ticks, { tickFormat: y.format, tickSize: 0, fontSize: 12 }),
      plot.text([`${x.label} →`], { frameAnchor: 'bottom', dy: 44 }),
      plot.text([`${y.label} →`], { frameAnchor: 'left', dx: -54, rotate: -90 }),
      plot.link(
        points.filter((point) => point.x.interval !== null),
        {
          x1: (point: TradeOffPoint) => point.x.interval?.low,
          x2: (point: TradeOffPoint) => point.x.interval?.high,
          y1: ({ y: { value } }: TradeOffPoint) => value,
          y2: ({ y: { value } }: TradeOffPoint) => value,
          ...intervalStyle,
        },
      ),
      plot.link(
        points.filter((point) => point.y.interval !== null),
        {
          x1: ({ x: { value } }: TradeOffPoint) => value,
          x2: ({ x: { value } }: TradeOffPoint) => value,
          y1: (point: TradeOffPoint) => point.y.interval?.low,
          y2: (point: TradeOffPoint) => point.y.interval?.high,
          ...intervalStyle,
        },
      ),
      plot.dot(points, {
        x: ({ x: { value } }: TradeOffPoint) => value,
        y: ({ y: { value } }: TradeOffPoint) => value,
        r: 6,
        symbol: ({ kind }: TradeOffPoint) => marksOfKinds[kind].symbol,
        // Hollow: one shows through another in the same place.
        stroke: ({ kind }: TradeOffPoint) => marksOfKinds[kind].colour,
        strokeWidth: 2.5,
      }),
      ...labels.map((one) => plot.text([one], label(one))),
      plot.dot(labels, {
        x: ({ x: { value } }: Label) => value,
        y: ({ y: { value } }: Label) => value,
        r: 14,
        title: 'tells',
        ...reach,
      }),
    ],
  }));
}

/** Side of the square the points lie in. */
const size = 336;

const intervalStyle = { stroke: 'var(--soft)', strokeWidth: 1.5 } as const;

interface Label extends Omit<TradeOffPoint, 'number'> {
  readonly text: string;
  readonly isRight: boolean;
  readonly isLow: boolean;
}

/** Puts what lies closer together than `distance` into one group, so that it can have one label. Keeps the order. */
export function groupNear<T>(items: readonly T[], placeOf: (item: T) => Place, distance: number): T[][] {
  const groups: T[][] = [];
  for (const item of items) {
    const at = placeOf(item);
    const near = groups.find((group) => {
      const [first] = group;
      if (first === undefined) return false;
      const other = placeOf(first);
      return Math.hypot(at.x - other.x, at.y - other.y) < distance;
    });
    if (near === undefined) groups.push([item]);
    else near.push(item);
  }
  return groups;
}
