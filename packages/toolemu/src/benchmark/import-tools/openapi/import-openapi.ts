import type { Json, JsonObject, Tool, Toolkit } from '../../../contract/index.ts';
import { isObject } from '../../../world/index.ts';
import { BadFileError } from '../../documents/bad-file-error.ts';
import { identifierOf } from '../identifier.ts';
import type { ImportedTools, ImportToolsOptions, LeftOut } from '../imported.ts';
import { createSoundTools } from '../schema/sound-tool.ts';
import { missingIn, withMissing } from '../take-tools.ts';
import { chooseOperations, chosenOf } from './choose-operations.ts';
import { addressOf, loadDocuments } from './load-documents.ts';
import { nameOperations } from './operation-names.ts';
import { listOperations, placeOf } from './operations.ts';
import { listSecrets } from './parameters.ts';
import { type OpenApiDocument, readDocument } from './read-document.ts';
import type { SharedDefinitions } from './inline-single-uses.ts';
import { createReferences, Unreachable } from './references.ts';
import { readTool } from './tool.ts';

/**
 * Imports an OpenAPI document of version 2.0, 3.0 or 3.1, JSON or YAML: a toolkit with a tool for each operation.
 * Throws `BadFileError` where the text is no such document.
 */
export async function importOpenApi(
  source: { file: string; text: string },
  options: ImportToolsOptions,
): Promise<ImportedTools> {
  try {
    return await importDocument(readDocument(source), options);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const remedy = 'divide its deepest schemas';
    throw new BadFileError({ file: source.file, path: '$', problem: 'it is nested too deeply', remedy });
  }
}

async function importDocument(document: OpenApiDocument, options: ImportToolsOptions): Promise<ImportedTools> {
  const { root } = document;
  const base = addressOf(document.file);
  const references = createReferences(await loadDocuments(base, root, options));
  const found = listOperations(root, base, references);
  const names = nameOperations(found.operations);
  const { chosen, leftOut } = chooseOperations(found.operations, names, options);

  const notes = new Set<string>(versionNotes(document));
  const reading = {
    references,
    secrets: listSecrets(root, base, references),
    note: (text: string) => void notes.add(text),
  };
  const readEach = (shared?: SharedDefinitions): (Tool | string)[] =>
    chosen.map((operation) => {
      const place = placeOf(operation);
      return readOr(() => readTool(names.get(place) ?? place, operation, { ...reading, shared }));
    });
  const inlined = readEach();
  const given = isTooLong(inlined, document)
    ? readEach({ names: new Map(), definitions: new Map(), groups: new Map() })
    : inlined;

  const tools: Tool[] = [];
  const unreadable: LeftOut[] = [];
  const sound = createSoundTools();
  for (const [index, read] of given.entries()) {
    const tool = typeof read === 'string' ? read : sound.read(read);
    const [operation] = chosen.slice(index);
    if (typeof tool !== 'string') tools.push(tool);
    else if (operation !== undefined) unreadable.push({ name: placeOf(operation), reason: tool, isMissing: true });
  }
  const all = [...unreadable, ...leftOut, ...chosenOf(found.leftOut, options)];
  return {
    toolkits: tools.length === 0 ? [] : [{ ...toolkitOf(document, tools, options), ...withMissing(missingIn(all)) }],
    leftOut: all,
    notes: [...notes, ...sound.notes()],
  };
}

/** Whether tools with their own copies of definitions would be much longer than the document. */
function isTooLong(tools: readonly (Tool | string)[], { length }: OpenApiDocument): boolean {
  let sum = 0;
  return tools.some((tool) => (sum += JSON.stringify(tool).length) > Math.max(maxInlinedCharacters, 2 * length));
}

/** Maximum total length of tools with their own copies of definitions. */
const maxInlinedCharacters = 500_000;

/** The result of reading, or the reason for a failure. */
function readOr(read: () => Tool): Tool | string {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    return error.message;
  }
}

function versionNotes({ version }: OpenApiDocument): string[] {
  return /^(?:2\.0|3\.[01])(?:\D|$)/.test(version)
    ? []
    : [`the document is of version ${version}, and was read as 3.1`];
}

function toolkitOf({ root, title, version }: OpenApiDocument, tools: Tool[], { name }: ImportToolsOptions): Toolkit {
  const info = isObject(root.info) ? root.info : {};
  const description = [info.description, info.summary].find((text) => typeof text === 'string' && text !== '');
  return {
    name: name ?? identifierOf(title),
    category: '',
    description: typeof description === 'string' ? description : title,
    risks: [],
    collections: {},
    tools,
    source: {
      from: 'openapi',
      title,
      ...(info.version === undefined ? {} : { version: info.version }),
      openapi: version,
      ...kept(root),
    },
  };
}

function kept({ servers, tags, externalDocs }: JsonObject): JsonObject {
  const given = Object.entries({ servers: withoutLogins(servers), tags, externalDocs });
  return Object.fromEntries(given.flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])));
}

/** The addresses of servers without users, passwords and queries, which may hold keys. */
function withoutLogins(servers: Json | undefined): Json | undefined {
  if (!Array.isArray(servers)) return servers;
  return servers.map((server) =>
    isObject(server) && typeof server.url === 'string'
      ? { ...server, url: server.url.replace(/\/\/[^/@]*@/, '//').replace(/[?#].*$/s, '') }
      : server,
  );
}
