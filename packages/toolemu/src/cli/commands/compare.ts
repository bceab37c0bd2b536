import type { FactorName } from '../../contract/index.ts';
import {
  createComparisons,
  readRun,
  renderComparisons,
  renderComparisonsMarkdown,
} from '../../report/compare/index.ts';
import { RunFile } from '../../store/index.ts';
import { UsageError } from '../terminal/failure.ts';
import { colours, note, print, printJson } from '../terminal/output.ts';

export interface CompareFlags {
  agent?: string[];
  baseline?: string;
  factor?: FactorName;
  margin?: string;
  seed?: number;
  format: 'text' | 'md';
  full?: true;
  json?: true;
}

/** `toolemu compare`: the agents of a run with its first, or runs with the first of them, on the cases they share. */
export function compare(paths: readonly string[], flags: CompareFlags): void {
  const compared = comparisonsOf(paths, flags);
  if (flags.json === true) printJson(compared);
  else if (compared.comparisons.length === 0) note('no episode of these agents is finished');
  else if (flags.format === 'md') print(renderComparisonsMarkdown(compared));
  else print(renderComparisons(compared, colours, { full: flags.full === true }));
}

function comparisonsOf(paths: readonly string[], { agent: agents, margin, ...flags }: CompareFlags) {
  return createComparisons(paths.map(read), { ...flags, agents, margin: marginOf(margin) });
}

function read(path: string): ReturnType<typeof readRun> {
  using file = RunFile.read(path);
  return readRun(file);
}

function marginOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const margin = Number(text);
  if (text.trim() !== '' && margin > 0 && margin <= 3) return margin;
  throw new UsageError(`--margin ${text}: it must be a number above 0 and up to 3`);
}
