import type { Case, CaseDetail, CaseFile, Collection } from '../../contract/index.ts';
import { ServerError } from '../http/server-error.ts';
import { caseIssues } from './case-issues.ts';
import { caseItem, writtenValue } from './items.ts';
import type { Kept, Library } from './library.ts';
import { twinDifference } from './twin-difference.ts';

/** A case of the library by its id. Throws where there is none. */
export function findCase({ cases }: Library, id: string): Kept<Case> {
  const found = cases.find(({ value }) => value.id === id);
  if (found === undefined) throw new ServerError(404, `there is no case "${id}"`);
  return found;
}

/** A case whole, with what a twin differs in. */
export async function caseDetail(library: Library, id: string): Promise<CaseDetail> {
  const found = findCase(library, id);
  const { twinOf } = found.value;
  const original = library.cases.find(({ value }) => value.id === twinOf)?.value;
  const collections = collectionsFor(found.value, library);
  return {
    case: found.value,
    written: await writtenValue<CaseFile>(found),
    source: found.source,
    splits: caseItem(found, library).splits,
    collections,
    twin: original === undefined ? null : twinDifference(found.value, original, collections),
    issues: [...(await caseIssues(found, library))],
    twins: library.cases.filter(({ value }) => value.twinOf === id).map(({ value }) => value.id),
  };
}

function collectionsFor({ toolkits }: Case, library: Library): Record<string, Collection> {
  return Object.assign(
    {},
    ...library.known.toolkits.filter(({ name }) => toolkits.includes(name)).map(({ collections }) => collections),
  ) as Record<string, Collection>;
}
