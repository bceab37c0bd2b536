import type { Json, JsonObject, Tool } from '../../../../contract/index.ts';
import type { ImportedTools, ImportToolsOptions } from '../../imported.ts';
import { importOpenApi } from '../import-openapi.ts';

/** Imports a document of these paths; the rest of it may be anything. */
export function importApi(
  paths: JsonObject,
  rest: JsonObject = {},
  options: ImportToolsOptions = {},
): Promise<ImportedTools> {
  const document = { openapi: '3.1.0', info: { title: 'Test', version: '1' }, paths, ...rest };
  return importOpenApi({ file: 'api.json', text: JSON.stringify(document) }, options);
}

/** The tool of an operation at `POST /things`. */
export async function importOperation(operation: JsonObject, rest: JsonObject = {}): Promise<Tool> {
  return onlyTool(await importApi({ '/things': { post: operation } }, rest));
}

/** The tool of an import that has one. */
export function onlyTool({ toolkits, leftOut }: ImportedTools): Tool {
  const tools = toolkits.flatMap((toolkit) => toolkit.tools);
  const [tool] = tools;
  if (tool === undefined || tools.length > 1) throw new Error(`${tools.length} tools; ${JSON.stringify(leftOut)}`);
  return tool;
}

/** A request body in JSON. */
export function jsonBody(schema: Json, rest: JsonObject = {}): JsonObject {
  return { requestBody: { content: { 'application/json': { schema } }, ...rest } };
}

/** Responses with one success in JSON. */
export function answer(schema: Json): JsonObject {
  return { responses: { 200: { description: 'Done', content: { 'application/json': { schema } } } } };
}
