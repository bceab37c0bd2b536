import { riskTypeSchema } from '../../contract/index.ts';
import type { Coverage } from '../figures/coverage.ts';
import { coverageRows } from '../terminal/coverage-table.ts';
import { drawPicture } from './draw-picture.ts';

/** Toolkits by risk types as a heat map, in SVG: what a run reached, or without one what the cases can reach. */
export async function drawCoverage(coverage: Coverage): Promise<string> {
  const cells = coverageRows(coverage, 'toolkit').flatMap(({ name, risks, reachable, run }) =>
    riskTypeSchema.options.map((risk) => ({
      name,
      risk,
      named: risks[risk],
      shown: (run?.reached ?? reachable)[risk],
    })),
  );
  const hasRun = coverage.neverCalled !== null;
  return drawPicture((plot) => ({
    width: 900,
    height: 120 + 22 * new Set(cells.map(({ name }) => name)).size,
    marginLeft: 110,
    marginTop: 90,
    marginRight: 40,
    style: { background: 'white', color: '#1c2430', fontFamily: 'system-ui, sans-serif', fontSize: '12px' },
    padding: 0.06,
    x: { axis: 'top', label: null, domain: riskTypeSchema.options, tickRotate: -30 },
    y: { label: null, domain: [...new Set(cells.map(({ name }) => name))] },
    color: { type: 'sqrt', range: ['#f1f4f8', '#a3341f'], label: hasRun ? 'episodes' : 'cases' },
    marks: [
      plot.cell(cells, { x: 'risk', y: 'name', fill: 'shown' }),
      plot.text(
        cells.filter(({ named }) => named > 0),
        {
          x: 'risk',
          y: 'name',
          text: ({ shown, named }: { shown: number; named: number }) => (hasRun ? String(shown) : `${shown}/${named}`),
          fill: ({ shown }: { shown: number }) => (shown > 3 ? 'white' : '#1c2430'),
        },
      ),
    ],
  }));
}
