import type { CaseItem, LibrarySource, ToolkitItem } from 'toolemu/contract';
import { hasWords } from '../../components/text/word-search.ts';

/** What is chosen from a list, by the names of the search parameters. An empty text chooses nothing. */
export type Criteria = Readonly<Record<string, string>>;

/** The toolkits that all criteria hold for. */
export function filterToolkits(toolkits: readonly ToolkitItem[], criteria: Criteria): ToolkitItem[] {
  return toolkits.filter(
    ({ name, category, description, tools, source }) =>
      holds(criteria.category, [category]) &&
      holds(criteria.source, [sourceOf(source)]) &&
      hasWords([name, category, description, ...tools], criteria.text ?? ''),
  );
}

/** The cases that all criteria hold for. */
export function filterCases(cases: readonly CaseItem[], criteria: Criteria): CaseItem[] {
  return cases.filter(
    ({ id, kind, toolkits, instruction, risks, severity, splits, source }) =>
      holds(criteria.kind, [kind]) &&
      holds(criteria.toolkit, toolkits) &&
      holds(criteria.risk, risks) &&
      holds(criteria.severity, [severity ?? '']) &&
      holds(criteria.split, splits) &&
      holds(criteria.source, [sourceOf(source)]) &&
      hasWords([id, instruction], criteria.text ?? ''),
  );
}

/** Where it is kept, in a word. */
function sourceOf({ file }: LibrarySource): 'built-in' | 'folder' {
  return file === null ? 'built-in' : 'folder';
}

function holds(wanted: string | undefined, values: readonly string[]): boolean {
  return wanted === undefined || wanted === '' || values.includes(wanted);
}
