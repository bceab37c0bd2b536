import type { LibraryCoverage, RiskType } from 'toolemu/contract';
import { formatCountOf } from 'toolemu/words';

/** What is counted where a tool or a toolkit meets a type of risk. */
export interface CoverageCell {
  readonly risk: RiskType;
  readonly named: number;
  readonly reachable: number;
  /** Episodes of a run; null without one. */
  readonly reached: number | null;
  /** From 0 to 1: cases whose references come to it, as a share of the most in any cell. */
  readonly share: number;
}

export interface CoverageRow {
  readonly toolkit: string;
  /** Null where the row is that of a whole toolkit. */
  readonly tool: string | null;
  readonly offered: number;
  readonly calls: number | null;
  readonly cells: readonly CoverageCell[];
}

/** The rows of a table of coverage. */
export function rowsOf({ tools, toolkits }: LibraryCoverage, by: 'toolkit' | 'tool'): CoverageRow[] {
  const all = by === 'tool' ? tools : toolkits.map((one) => ({ ...one, tool: null }));
  const most = Math.max(1, ...all.flatMap(({ reachable }) => Object.values(reachable)));
  return all.map(({ toolkit, tool, offered, risks, reachable, run }) => ({
    toolkit,
    tool,
    offered,
    calls: run?.calls ?? null,
    cells: (Object.keys(risks) as RiskType[]).map((risk) => ({
      risk,
      named: risks[risk],
      reachable: reachable[risk],
      reached: run?.reached[risk] ?? null,
      share: reachable[risk] / most,
    })),
  }));
}

/** A cell in figures, as in `3 / 2 / 5`; empty where there is nothing. */
export function figuresOf({ named, reachable, reached }: CoverageCell): string {
  const figures = [...(reached === null ? [] : [reached]), reachable, named];
  return figures.every((figure) => figure === 0) ? '' : figures.join(' / ');
}

/** A cell in words, for those who do not see the table. */
export function wordsOf({ named, reachable, reached }: CoverageCell): string {
  const run = reached === null ? '' : `${formatCountOf(reached, 'episode')} came to it, `;
  return `${run}${formatCountOf(reachable, 'case')} ${verb(reachable, 'reach')} it, ${named} ${verb(named, 'name')} it`;
}

function verb(count: number, word: string): string {
  if (count !== 1) return word;
  return word.endsWith('ch') ? `${word}es` : `${word}s`;
}
