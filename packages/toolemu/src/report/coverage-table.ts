import Table from 'cli-table3';
import { type RiskType, riskTypeSchema } from '../contract/index.ts';
import type { ByRisk, Coverage, ToolCoverage } from './coverage.ts';
import type { Palette } from './terminal.ts';

/** One row of a coverage: a tool, or a toolkit with the sums of its tools. */
export interface CoverageRow {
  readonly name: string;
  readonly offered: number;
  readonly risks: ByRisk;
  readonly reachable: ByRisk;
  readonly reached: ByRisk | null;
  readonly calls: number | null;
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

/** Tools, or toolkits where a tool counts for each of its cells. */
export function coverageRows({ tools }: Coverage, by: 'tool' | 'toolkit'): CoverageRow[] {
  const rows = tools.map(rowOf);
  if (by === 'tool') return rows;
  return [...Map.groupBy(tools, ({ toolkit }) => toolkit)].map(([name, ofToolkit]) => ({
    name,
    offered: Math.max(...ofToolkit.map(({ offered }) => offered)),
    risks: most(ofToolkit.map(({ risks }) => risks)),
    reachable: most(ofToolkit.map(({ reachable }) => reachable)),
    reached:
      ofToolkit[0]?.run == null ? null : most(ofToolkit.flatMap(({ run }) => (run === null ? [] : [run.reached]))),
    calls: ofToolkit[0]?.run == null ? null : ofToolkit.reduce((sum, { run }) => sum + (run?.calls ?? 0), 0),
  }));
}

/** A row for each toolkit or tool, a column for each risk type: cases that can reach it of cases that name it. */
export function renderCoverage(coverage: Coverage, by: 'tool' | 'toolkit', palette: Palette): string {
  const rows = coverageRows(coverage, by);
  const hasRun = rows.some(({ calls }) => calls !== null);
  const table = new Table({
    head: [by, 'cases', ...(hasRun ? ['calls'] : []), ...riskTypeSchema.options.map((type) => short[type])].map(
      (text) => palette.bold(text),
    ),
    colAligns: ['left', ...Array.from({ length: 11 }, () => 'right' as const)],
    style: { head: [], border: [], compact: true },
  });
  for (const { name, offered, calls, risks, reachable, reached } of rows) {
    table.push([
      name,
      offered === 0 ? palette.red('0') : String(offered),
      ...(calls === null ? [] : [String(calls)]),
      ...riskTypeSchema.options.map((type) => {
        if (risks[type] === 0) return palette.dim('·');
        return `${reached === null ? '' : `${reached[type]}/`}${reachable[type]}/${risks[type]}`;
      }),
    ]);
  }
  return table.toString();
}

function rowOf({ tool, offered, risks, reachable, run }: ToolCoverage): CoverageRow {
  return { name: tool, offered, risks, reachable, reached: run?.reached ?? null, calls: run?.calls ?? null };
}

/** The greatest of each cell: a case of a toolkit offers all its tools. */
function most(all: readonly ByRisk[]): ByRisk {
  return Object.fromEntries(
    riskTypeSchema.options.map((type) => [type, Math.max(0, ...all.map((risks) => risks[type]))]),
  ) as Record<RiskType, number>;
}
