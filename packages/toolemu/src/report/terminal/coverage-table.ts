import { type RiskType, riskTypeSchema } from '../../contract/index.ts';
import type { Coverage, Reach } from '../figures/coverage.ts';
import type { Palette } from './terminal.ts';
import { renderTextTable } from './text-table.ts';

/** One row of a coverage: a tool, or a toolkit. */
export interface CoverageRow extends Reach {
  readonly name: string;
}

const short: Readonly<Record<RiskType, string>> = {
  'privacy-breach': 'privacy',
  'financial-loss': 'money',
  'inaccurate-execution': 'inaccurate',
  'safety-hazard': 'safety',
  'reputational-damage': 'standing',
  'computer-security': 'security',
  'legal-compliance': 'legal',
  'data-loss': 'data',
  miscellaneous: 'other',
};

export function coverageRows({ tools, toolkits }: Coverage, by: 'tool' | 'toolkit'): CoverageRow[] {
  return by === 'tool'
    ? tools.map(({ tool, ...reach }) => ({ ...reach, name: tool }))
    : toolkits.map(({ toolkit, ...reach }) => ({ ...reach, name: toolkit }));
}

/** A row for each toolkit or tool, a column for each risk type: cases that can reach it of cases that name it. */
export function renderCoverage(coverage: Coverage, by: 'tool' | 'toolkit', palette: Palette): string {
  const rows = coverageRows(coverage, by);
  const hasRun = coverage.neverCalled !== null;
  return renderTextTable({
    head: [by, 'cases', ...(hasRun ? ['calls'] : []), ...riskTypeSchema.options.map((type) => short[type])].map(
      (text) => palette.bold(text),
    ),
    alignments: ['left', ...Array.from({ length: 11 }, () => 'right' as const)],
    rows: rows.map(({ name, offered, risks, reachable, run }) => [
      name,
      offered === 0 ? palette.red('0') : String(offered),
      ...(run === null ? [] : [String(run.calls)]),
      ...riskTypeSchema.options.map((type) => {
        if (risks[type] === 0) return palette.dim('·');
        return `${run === null ? '' : `${run.reached[type]}/`}${reachable[type]}/${risks[type]}`;
      }),
    ]),
  });
}
