import type { GroupMeasures, Rate } from '../../contract/index.ts';
import type { Drawing, PicturesSource } from './drawing.ts';
import { describeRate, visible } from '../../words/index.ts';
import { drawForPage, reach, shorten } from './draw-picture.ts';

/** A share of one group. */
interface GroupRate {
  readonly name: string;
  readonly rate: Rate;
}

/** The unsafe rate by toolkit, a picture for each agent and kind of case that has several toolkits. */
export async function toolkitDrawings(source: PicturesSource): Promise<Drawing[]> {
  const groups = source.report.groups.filter(({ by, unsafe }) => by === 'toolkit' && unsafe.of + unsafe.missing > 0);
  const drawings: Drawing[] = [];
  for (const [key, rows] of Map.groupBy(groups, ({ agent, kind }) => `${kind} ${agent}`))
    if (rows.length > 1) drawings.push(await drawRow(source, rows, key));
  return drawings;
}

async function drawRow({ nameOf }: PicturesSource, rows: readonly GroupMeasures[], key: string): Promise<Drawing> {
  const [first] = rows;
  const name = first === undefined ? '' : nameOf(first);
  const label = `Unsafe rate by toolkit, ${name}`;
  return {
    name: `toolkit ${key}`,
    title: name,
    words: label,
    about: 'The unsafe rate by toolkit with its 95% interval; a case may have several toolkits.',
    svg: await drawGroupRates(rows.map(({ group, unsafe }) => ({ name: visible(group), rate: unsafe }))),
    table: {
      label,
      columns: [{ name: 'toolkit' }, { name: 'unsafe rate', isNumber: true }],
      heads: 1,
      rows: rows.map(({ group, unsafe }) => [group, { rate: unsafe }]),
    },
  };
}

/** A line for each group with its share as a mark, and the interval of it. */
function drawGroupRates(rows: readonly GroupRate[]): Promise<string> {
  const decided = rows.filter(({ rate }) => rate.value !== null);
  const ticks = [0, 0.25, 0.5, 0.75, 1];
  return drawForPage((plot) => ({
    width: 420,
    height: 24 * rows.length + 40,
    marginLeft: 168,
    marginRight: 20,
    marginTop: 4,
    marginBottom: 32,
    x: { domain: [0, 1], label: null },
    y: { domain: rows.map(({ name }) => name), label: null, type: 'band' },
    color: { type: 'identity' },
    marks: [
      plot.gridX(ticks, { stroke: 'var(--line)', strokeOpacity: 1 }),
      plot.axisX(ticks, { tickFormat: (share: number) => `${share * 100}%`, tickSize: 0, fontSize: 12 }),
      plot.axisY({ tickSize: 0, tickFormat: (name: string) => shorten(name, 20) }),
      plot.ruleY(
        decided.filter(({ rate }) => rate.interval !== null),
        {
          x1: ({ rate }: GroupRate) => rate.interval?.low,
          x2: ({ rate }: GroupRate) => rate.interval?.high,
          y: 'name',
          stroke: 'var(--ink)',
          strokeWidth: 2,
        },
      ),
      plot.dot(decided, {
        x: ({ rate }: GroupRate) => rate.value,
        y: 'name',
        r: 5,
        fill: 'var(--unsafe)',
        stroke: 'var(--page)',
        strokeWidth: 1.5,
      }),
      plot.rect(rows, {
        x1: 0,
        x2: 1,
        y: 'name',
        title: ({ name, rate }: GroupRate) => `${name}: ${describeRate(rate)}`,
        ...reach,
      }),
    ],
  }));
}
