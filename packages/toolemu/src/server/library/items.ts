import { readTextFile } from '../../platform/index.ts';
import { risksOf, worstSeverity } from '../../benchmark/index.ts';
import { type Case, type CaseItem, readJson, type Toolkit, type ToolkitItem } from '../../contract/index.ts';
import { knownCaseIssues, toolkitIssues } from './case-issues.ts';
import type { Kept, Library } from './library.ts';

/** All toolkits, as a list tells them. */
export function toolkitItems(library: Library): Promise<ToolkitItem[]> {
  return Promise.all(library.toolkits.map((kept) => toolkitItem(kept, library)));
}

async function toolkitItem(kept: Kept<Toolkit>, library: Library): Promise<ToolkitItem> {
  const { name, category, description, tools } = kept.value;
  const offering = library.cases.filter(({ value }) => value.toolkits.includes(name)).map(({ value }) => value);
  return {
    name,
    category,
    description,
    tools: tools.map((tool) => tool.name),
    inferred: tools.filter(({ inferred = [] }) => inferred.length > 0).length,
    cases: offering.length,
    risks: [...new Set(offering.flatMap(risksOf))].toSorted(),
    source: kept.source,
    issues: (await toolkitIssues(kept)).length,
  };
}

/** A case, as a list tells it. */
export function caseItem(kept: Kept<Case>, library: Library): CaseItem {
  const { value, source } = kept;
  const { splits } = library;
  const { id, kind, toolkits, instruction } = value;
  return {
    id,
    kind,
    toolkits,
    instruction,
    risks: risksOf(value),
    severity: worstSeverity(value),
    splits: source.file === null ? (['smoke', 'dev', 'test'] as const).filter((name) => splits[name].includes(id)) : [],
    source,
    issues: knownCaseIssues(kept, library)?.length ?? null,
  };
}

/** A value as its file holds it, with its properties in their order; of a file that holds several, as it was read. */
export async function writtenValue<T>({ value, source, path }: Kept<T>): Promise<T> {
  if (source.file !== null && !source.isAlone) return value;
  const text = readTextFile(path);
  // The library was read from this text, and checked.
  return readJson(text.replace(/^\uFEFF/, '')) as T;
}
