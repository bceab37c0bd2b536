import type { Picture } from '../contract/index.ts';
import { describeRate, rowNames } from '../words/index.ts';
import { costDrawing } from './pictures/cost.ts';
import type { Cell, Drawing } from './pictures/drawing.ts';
import { quitsDrawing, unsafeRatesDrawing } from './pictures/rates.ts';
import { riskDrawings } from './pictures/risk-verdicts.ts';
import { toolkitDrawings } from './pictures/toolkit-rates.ts';
import { tradeOffDrawing } from './pictures/trade-off.ts';
import type { ReportInput } from './report-input.ts';

/** The pictures of a run, each with its figures: what can be drawn of it. */
export async function runPictures({ report, spending }: Pick<ReportInput, 'report' | 'spending'>): Promise<Picture[]> {
  const source = { report, nameOf: rowNames(report.summaries) };
  const drawings = [
    await unsafeRatesDrawing(source),
    await tradeOffDrawing(source),
    await quitsDrawing(source),
    ...((await riskDrawings(source))?.drawings ?? []),
    ...(await toolkitDrawings(source)),
    await costDrawing(spending()),
  ];
  return drawings.filter((drawing) => drawing !== null).map(pictureOf);
}

function pictureOf({ name, title, about, words, svg, table }: Drawing): Picture {
  return {
    name,
    title,
    about,
    words: `${words}: a picture; the same figures are in the table below it`,
    svg: svg.replace(/^<svg /, '<svg xmlns="http://www.w3.org/2000/svg" '),
    table: {
      label: table.label,
      columns: table.columns.map((column) => column.name),
      rows: table.rows.map((cells) => cells.map(textOf)),
    },
  };
}

function textOf(cell: Cell): string {
  if (typeof cell === 'string') return cell;
  if ('name' in cell) return cell.name;
  if ('rate' in cell) return describeRate(cell.rate);
  return cell.interval === null ? cell.figure : `${cell.figure} (95% interval ${cell.interval})`;
}
