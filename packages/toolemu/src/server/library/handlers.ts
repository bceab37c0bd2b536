import type { libraryEndpoints } from '../../contract/api/library.ts';
import { getJsonSchema } from '../../contract/index.ts';
import type { Handlers } from '../http/handlers.ts';
import { checkSomeCases } from './case-issues.ts';
import { caseDetail, findCase } from './cases.ts';
import { checkSent } from './check-sent.ts';
import { libraryCoverage } from './coverage.ts';
import { caseItem, toolkitItems } from './items.ts';
import { openLibrary } from './library.ts';
import { saveToFolder, trashKept } from './save.ts';
import { findToolkit, toolkitDetail } from './toolkits.ts';

/** What answers for toolkits and cases. */
export const libraryHandlers: Handlers<typeof libraryEndpoints> = {
  'GET /api/toolkits': async (_asked, { folder }) => {
    const library = await openLibrary(folder);
    return { toolkits: await toolkitItems(library), issues: [...library.issues] };
  },
  'GET /api/toolkits/{name}': async ({ params }, { folder }) => toolkitDetail(await openLibrary(folder), params.name),
  'PUT /api/toolkits/{name}': ({ params: { name }, body }, { folder }) =>
    saveToFolder(folder, { kind: 'toolkit', name, ...body }),
  'DELETE /api/toolkits/{name}': async ({ params: { name } }, { folder }) => ({
    file: trashKept(folder, findToolkit(await openLibrary(folder), name), `the toolkit "${name}"`),
  }),
  'GET /api/cases': async (_asked, { folder }) => {
    const library = await openLibrary(folder);
    await checkSomeCases(library);
    return { cases: library.cases.map((kept) => caseItem(kept, library)), issues: [...library.issues] };
  },
  'GET /api/cases/{id}': async ({ params }, { folder }) => caseDetail(await openLibrary(folder), params.id),
  'PUT /api/cases/{id}': ({ params: { id }, body }, { folder }) =>
    saveToFolder(folder, { kind: 'case', name: id, ...body }),
  'DELETE /api/cases/{id}': async ({ params: { id } }, { folder }) => ({
    file: trashKept(folder, findCase(await openLibrary(folder), id), `the case "${id}"`),
  }),
  'POST /api/check': async ({ body }, { folder }) => checkSent(body.value, await openLibrary(folder)),
  'GET /api/coverage': ({ query }, context) => libraryCoverage(context, query.run),
  'GET /api/schemas/{name}': ({ params }) => getJsonSchema(params.name),
};
