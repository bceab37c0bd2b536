export { importTools } from './import-tools.ts';
export type { ImportedSource, ImportedTools, ImportToolsOptions, LeftOut } from './imported.ts';
export { McpServerError } from './mcp/index.ts';
export { readText, sortText, takesVariables } from './tool-file.ts';
export { namedSource, shellWords } from './tool-source.ts';
