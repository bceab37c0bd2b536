import path from 'node:path';
import { readTextFile } from '../../platform/index.ts';
import { type Json, parseJson } from '../../contract/index.ts';
import { isObject } from '../../world/index.ts';
import { BadFileError } from '../documents/bad-file-error.ts';
import { isFunctionList } from './functions/index.ts';
import { hasNextPage, isMcpConfiguration, toolsInList } from './mcp/index.ts';
import { readToolSource } from './tool-source.ts';

/** What a text with tools in it turned out to be. */
export type ToolFile =
  | { readonly sort: 'mcp-configuration'; readonly value: Json }
  | { readonly sort: 'tools-list'; readonly tools: readonly Json[]; readonly hasMore: boolean }
  | { readonly sort: 'functions'; readonly value: Json }
  | { readonly sort: 'openapi' }
  | { readonly sort: 'other'; readonly value: Json };

/** The text of a file. Throws `BadFileError` where it cannot be read. */
export async function readText(file: string): Promise<string> {
  try {
    return readTextFile(file);
  } catch (error) {
    const problem =
      (error as NodeJS.ErrnoException).code === 'ENOENT'
        ? /\s/.test(file)
          ? 'there is no such file; the command of an MCP server is written mcp:COMMAND'
          : 'there is no such file'
        : `the file cannot be read: ${(error as Error).message}`;
    throw new BadFileError({ file, path: '$', problem, remedy: 'check the path' });
  }
}

/** Tells by its content what a text is; null where it is nothing that can be read here. */
export async function sortText(text: string): Promise<ToolFile | null> {
  let value: Json;
  try {
    // How deep it is matters where it is read: of tools that are listed, one that is too deep is left out.
    value = JSON.parse(text) as Json;
  } catch {
    return sortOther(text);
  }
  if (await isOpenApiDocument(value)) return { sort: 'openapi' };
  if (isMcpConfiguration(value)) return { sort: 'mcp-configuration', value };
  const tools = toolsInList(value);
  if (tools !== null) return { sort: 'tools-list', tools, hasMore: hasNextPage(value) };
  return isFunctionList(value) ? { sort: 'functions', value } : { sort: 'other', value };
}

/** Whether a source can pass variables to an MCP server: a command, or a configuration with servers. */
export async function takesVariables(source: string): Promise<boolean> {
  const read = readToolSource(source);
  if (read.kind !== 'file') return read.kind === 'command';
  try {
    return (await sortText(await readText(read.path)))?.sort === 'mcp-configuration';
  } catch (error) {
    // The import reports an unreadable file; a folder has no servers.
    if (error instanceof BadFileError) return false;
    throw error;
  }
}

/** The name of a source without its folder and endings, for a toolkit made of it. */
export function baseName(location: string): string {
  return path.basename(location).replace(/(?:\.toolkit)?\.[A-Za-z0-9]+$/, '');
}

/** The code that reads them is loaded for these alone. */
async function isOpenApiDocument(value: Json): Promise<boolean> {
  if (!isObject(value) || !('openapi' in value || 'swagger' in value)) return false;
  return (await import('./openapi/index.ts')).isOpenApi(value);
}

/** OpenAPI documents are often YAML, and settings of editors JSON with comments. */
async function sortOther(text: string): Promise<ToolFile | null> {
  if (/^["']?(?:openapi|swagger)["']?\s*:/m.test(text)) return { sort: 'openapi' };
  if (!/"(?:mcpServers|servers)"/.test(text)) return null;
  const { jsonrepair } = await import('jsonrepair');
  const value = parseJson(withoutFailure(() => jsonrepair(text)) ?? '');
  return value !== undefined && isMcpConfiguration(value) ? { sort: 'mcp-configuration', value } : null;
}

function withoutFailure<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
