import type { Toolkit, ToolkitDetail } from '../../contract/index.ts';
import { ServerError } from '../http/server-error.ts';
import { caseItem, writtenValue } from './items.ts';
import type { Kept, Library } from './library.ts';
import { toolkitIssues } from './case-issues.ts';

/** A toolkit of the library by its name. Throws where there is none. */
export function findToolkit({ toolkits }: Library, name: string): Kept<Toolkit> {
  const found = toolkits.find(({ value }) => value.name === name);
  if (found === undefined) throw new ServerError(404, `there is no toolkit "${name}"`);
  return found;
}

/** A toolkit with the cases that offer it. */
export async function toolkitDetail(library: Library, name: string): Promise<ToolkitDetail> {
  const found = findToolkit(library, name);
  const offering = library.cases.filter(({ value }) => value.toolkits.includes(name));
  return {
    toolkit: await writtenValue(found),
    source: found.source,
    cases: offering.map((kept) => caseItem(kept, library)),
    issues: await toolkitIssues(found),
  };
}
