import {
  expandDefinitions,
  isTooDeep,
  type Json,
  type MissingTool,
  shareDefinitions,
  type Toolkit,
} from '../../contract/index.ts';
import { BadFileError, tooDeepFile } from '../documents/bad-file-error.ts';
import { parseDocuments } from '../documents/parse-documents.ts';
import { importFunctions } from './functions/index.ts';
import { distinct, identifierOf } from './identifier.ts';
import type { ImportedSource, ImportToolsOptions, LeftOut } from './imported.ts';
import { agreeTo, importMcpServer, importMcpServers, importToolsList, readMcpConfiguration } from './mcp/index.ts';
import { selectTools } from './select-tools.ts';
import { baseName, readText, sortText, type ToolFile } from './tool-file.ts';
import { isWebAddress, namedSource, readToolSource, shownUrl, type ToolSource } from './tool-source.ts';
import { takeTools, withHomeless, withMissing } from './take-tools.ts';
import { askForDocument, fetchDocument } from './web-text.ts';

const defaultTimeoutMs = 30_000;

/**
 * Imports tools: `mcp:COMMAND`, `mcp:URL`, `openapi:PATH or URL`, a URL, or a file whose content tells what it is
 * (`mcp.json`, `tools/list`, OpenAPI, functions, toolkits). Tools are listed, and none is called. Throws `BadFileError`,
 * and `McpServerError` where the one server of a source does not answer.
 */
export async function importTools(source: string, options: ImportToolsOptions = {}): Promise<ImportedSource> {
  const imported = withNames(await importAll(readToolSource(source), options), source, options.name);
  // The same result as after writing and reading a file, so that requests to models are the same.
  const toolkits = imported.toolkits.map((toolkit) => expandDefinitions(shareDefinitions(toolkit)));
  return { ...imported, toolkits, notes: [...imported.notes, ...sharedToolNotes(toolkits)] };
}

async function importAll(source: ToolSource, options: ImportToolsOptions): Promise<ImportedSource> {
  const limits = limitsOf(options);
  switch (source.kind) {
    case 'command': {
      const [command = '', ...args] = source.words;
      const { variables = {} } = options;
      const connection = { kind: 'command', command, args, environment: variables } as const;
      return selectTools(await importMcpServer({ name: null, connection, variables }, limits), options.only);
    }
    case 'server': {
      const connection = httpConnection(source.url);
      return selectTools(await importMcpServer({ name: null, connection }, limits), options.only);
    }
    case 'openapi':
      return importOpenApiAt(source.location, options);
    case 'url':
      return importFromUrl(source.url, options);
    case 'file':
      return importFile(source.path, options);
  }
}

/** A document where the address answers with one, else an MCP server. What is fetched never starts a command. */
async function importFromUrl(url: URL, options: ImportToolsOptions): Promise<ImportedSource> {
  const text = await askForDocument(url, limitOf(options));
  const sorted = text === null ? null : await sortText(text);
  if (text !== null && sorted !== null && ['openapi', 'tools-list', 'functions'].includes(sorted.sort)) {
    return importSorted(sorted, { file: url.href, shown: shownUrl(url), text }, options);
  }
  return importAll({ kind: 'server', url }, options);
}

async function importFile(file: string, options: ImportToolsOptions): Promise<ImportedSource> {
  const text = await readText(file);
  const sorted = await sortText(text);
  if (sorted === null) {
    throw new BadFileError({
      file,
      path: '$',
      problem: 'this is neither JSON nor an OpenAPI document',
      remedy: 'give a file with tools: mcp.json, tools/list, OpenAPI, functions or toolkits',
    });
  }
  return importSorted(sorted, { file, shown: file, text }, options);
}

interface SourceText {
  readonly file: string;
  /** The same without what may be secret. */
  readonly shown: string;
  readonly text: string;
}

/** OpenAPI's operations are chosen by more than their names, which is done where they are read. */
async function importSorted(sorted: ToolFile, text: SourceText, options: ImportToolsOptions): Promise<ImportedSource> {
  if (sorted.sort === 'openapi') return importOpenApiText(text.file, text.text, options);
  return selectTools(await importListed(sorted, text, options), options.only);
}

async function importListed(
  sorted: Exclude<ToolFile, { sort: 'openapi' }>,
  { file, shown }: SourceText,
  options: ImportToolsOptions,
): Promise<ImportedSource> {
  switch (sorted.sort) {
    case 'mcp-configuration': {
      const servers = readMcpConfiguration(sorted.value, { file, variables: options.variables });
      await agreeTo(servers, file, options);
      return importMcpServers(servers, limitsOf(options));
    }
    case 'tools-list':
      return importToolsList(sorted, baseName(shown));
    case 'functions':
      return importFunctions(sorted.value, baseName(shown));
    case 'other':
      return importToolkits(sorted.value, file);
  }
}

async function importOpenApiAt(location: string, options: ImportToolsOptions): Promise<ImportedSource> {
  const text = isWebAddress(location)
    ? await fetchDocument(new URL(location), limitOf(options))
    : await readText(location);
  return importOpenApiText(location, text, options);
}

async function importOpenApiText(file: string, text: string, options: ImportToolsOptions): Promise<ImportedSource> {
  const { importOpenApi } = await import('./openapi/index.ts');
  return { ...(await importOpenApi({ file, text }, options)), failures: [] };
}

/** Toolkits of ours or of ToolEmu's, as they are. */
function importToolkits(value: Json, file: string): ImportedSource {
  if (isTooDeep(value)) throw tooDeepFile(file);
  const documents = (Array.isArray(value) ? value : [value]).map((item, index) => ({
    file,
    place: Array.isArray(value) ? `$[${index}]` : '$',
    value: item,
  }));
  const { toolkits, issues } = parseDocuments(documents);
  const [issue] = issues;
  if (issue !== undefined) throw new BadFileError({ ...issue, problem: issue.message });
  if (toolkits.length === 0) {
    throw new BadFileError({
      file,
      path: '$',
      problem: 'there are no tools here',
      remedy: 'give a file with tools: mcp.json, tools/list, OpenAPI, functions or toolkits',
    });
  }
  return soundToolkits(toolkits.map(({ value: toolkit }) => toolkit));
}

/** Keeps the usable tools of toolkits, and reports the others. */
function soundToolkits(toolkits: readonly Toolkit[]): ImportedSource {
  const sound: Toolkit[] = [];
  const homeless: MissingTool[] = [];
  const leftOut: LeftOut[] = [];
  const notes: string[] = [];
  for (const toolkit of toolkits) {
    const offered = toolkit.tools.map((tool) => ({ name: tool.name, value: tool, dropped: [] }));
    const { tools, missing, leftOut: others, notes: changes } = takeTools(offered);
    leftOut.push(...others.map((one) => ({ ...one, name: `${toolkit.name}: ${one.name}` })));
    notes.push(...changes.map((text) => `${toolkit.name}: ${text}`));
    const all = [...(toolkit.missingTools ?? []), ...missing];
    if (tools.length > 0) sound.push({ ...toolkit, tools: [...tools], ...withMissing(all) });
    else homeless.push(...all.map((one) => ({ ...one, name: `${toolkit.name}: ${one.name}` })));
  }
  return { toolkits: withHomeless(sound, homeless), leftOut, notes, failures: [] };
}

function withNames(imported: ImportedSource, source: string, name: string | undefined): ImportedSource {
  const { toolkits } = imported;
  if (name !== undefined && toolkits.length > 1) {
    throw new BadFileError({
      file: namedSource(source),
      path: '$',
      problem: `there are ${toolkits.length} toolkits here, and one name for them`,
      remedy: 'leave the name out: each keeps its own',
    });
  }
  const names = name === undefined ? distinct(toolkits.map((one) => one.name)) : [identifierOf(name)];
  return { ...imported, toolkits: toolkits.map((one, index) => ({ ...one, name: names[index] ?? one.name })) };
}

/** Agents call tools by their names alone. */
function sharedToolNotes(toolkits: readonly Toolkit[]): string[] {
  const holders = new Map<string, string[]>();
  for (const { name, tools } of toolkits) {
    for (const tool of tools) holders.set(tool.name, [...(holders.get(tool.name) ?? []), name]);
  }
  return [...holders].flatMap(([tool, names]) =>
    names.length < 2 ? [] : [`the tool "${tool}" is in ${names.join(' and ')}: a case offers only one of these`],
  );
}

function httpConnection(url: URL): { kind: 'http'; url: URL; headers: Record<string, string>; isSse: boolean } {
  return { kind: 'http', url, headers: {}, isSse: false };
}

function limitsOf({ timeoutMs = defaultTimeoutMs, signal }: ImportToolsOptions): {
  timeoutMs: number;
  signal: AbortSignal | undefined;
} {
  return { timeoutMs, signal };
}

function limitOf(options: ImportToolsOptions): AbortSignal {
  const { timeoutMs, signal } = limitsOf(options);
  return AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal === undefined ? [] : [signal])]);
}
