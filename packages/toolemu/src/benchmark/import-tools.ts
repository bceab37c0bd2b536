import type { ImportedSource, ImportToolsOptions } from './import-tools/imported.ts';

/**
 * Imports the tools of a source as toolkits: `mcp:COMMAND`, `mcp:URL`, `openapi:PATH` or `openapi:URL`, a URL, or the path of
 * a file (`mcp.json`, a `tools/list`, OpenAPI, function definitions, toolkits). Servers only list their tools; no tool is
 * called. Rejects with a `BadFileError` for a source without usable tools, and with an error named `McpServerError` if the
 * one server of a source does not answer.
 *
 * @example
 * const { toolkits, leftOut } = await importTools('mcp:npx -y @modelcontextprotocol/server-memory', { name: 'Memory' });
 */
export async function importTools(source: string, options: ImportToolsOptions = {}): Promise<ImportedSource> {
  // The importers load the MCP SDK, which most programs never need.
  const importers = await import('./import-tools/index.ts');
  return importers.importTools(source, options);
}
