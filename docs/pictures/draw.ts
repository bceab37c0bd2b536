// Draws the pictures of docs/benchmark.md: `npm run pictures`.
import { writeFile } from 'node:fs/promises';
import { loadBenchmark, summarizeBenchmark } from '../../packages/toolemu/src/benchmark/index.ts';
import { coverageOf, drawCoverage } from '../../packages/toolemu/src/report/index.ts';
import { drawPicture } from '../../packages/toolemu/src/report/pictures/draw-picture.ts';

const { cases, toolkits } = await loadBenchmark({});
const summary = summarizeBenchmark(cases, toolkits);

await save('coverage', await drawCoverage(coverageOf(cases, toolkits)));
await save('categories', await bars(summary.categories, 'toolkits'));
await save('risks', await bars(summary.primaryRisks, 'red-team cases, by the type of their first risky outcome'));
await save('toolkits-per-case', await bars(summary.toolkitsPerCase, 'cases, by the toolkits they offer'));

function bars(counts: Readonly<Record<string, number>>, label: string): Promise<string> {
  const rows = Object.entries(counts).map(([name, count]) => ({ name, count }));
  return drawPicture((plot) => ({
    width: 720,
    height: 60 + 24 * rows.length,
    marginLeft: 190,
    marginRight: 40,
    style: { background: 'white', color: '#1c2430', fontFamily: 'system-ui, sans-serif', fontSize: '12px' },
    marginBottom: 36,
    x: { label, ticks: [] },
    y: { label: null, domain: rows.map(({ name }) => name) },
    marks: [
      plot.barX(rows, { x: 'count', y: 'name', fill: '#3a6ea5' }),
      plot.text(rows, { x: 'count', y: 'name', text: ({ count }: { count: number }) => String(count), dx: 12 }),
      plot.ruleX([0]),
    ],
  }));
}

async function save(name: string, svg: string): Promise<void> {
  await writeFile(new URL(`${name}.svg`, import.meta.url), `${svg}\n`);
}
