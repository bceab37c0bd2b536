import type { Json, JsonObject, Tool, Toolkit } from '../../../contract/index.ts';
import { isObject } from '../../../world/index.ts';
import { BadFileError } from '../../documents/bad-file-error.ts';
import { identifierOf } from '../identifier.ts';
import type { ImportedTools, ImportToolsOptions, LeftOut } from '../imported.ts';
import { createSoundTools } from '../schema/sound-tool.ts';
import { missingIn, withMissing } from '../take-tools.ts';
import { addressOf, loadDocuments } from './load-documents.ts';
import { listOperations, type Operation, placeOf } from './operations.ts';
import { listSecrets } from './parameters.ts';
import { type OpenApiDocument, readDocument } from './read-document.ts';
import type { SharedDefinitions } from './inline-single-uses.ts';
import { createReferences, Unreachable } from './references.ts';
import { readTool } from './tool.ts';
import { fits } from '../select-tools.ts';

/** As long as the name of a tool may be where models are given tools. */
const longest = 64;

/** Which operations are asked for. */
interface Choice {
  /** Patterns of a tool's name or of `METHOD /path`; all where it is empty. */
  readonly only?: readonly string[];
  readonly tags?: readonly string[];
}

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
    toolkits:
      tools.length === 0 ? [] : [{ ...createToolkit(document, tools, options), ...withMissing(missingIn(all)) }],
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

function createToolkit(
  { root, title, version }: OpenApiDocument,
  tools: Tool[],
  { name }: ImportToolsOptions,
): Toolkit {
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

/** The operations that are asked for, by tag and by pattern, and those that are not. */
function chooseOperations(
  operations: readonly Operation[],
  names: ReadonlyMap<string, string>,
  { only = [], tags = [] }: Choice,
): { chosen: Operation[]; leftOut: LeftOut[] } {
  const chosen: Operation[] = [];
  const leftOut: LeftOut[] = [];
  for (const operation of operations) {
    const place = placeOf(operation);
    const callings = [place, names.get(place) ?? place];
    const isNamed = only.length === 0 || only.some((pattern) => callings.some((calling) => fits(calling, pattern)));
    if (!hasTag(operation, tags)) leftOut.push({ name: place, reason: 'not asked for: it has none of the tags' });
    else if (!isNamed) leftOut.push({ name: place, reason: 'not asked for' });
    else chosen.push(operation);
  }
  return { chosen, leftOut };
}

/** The requested ones among unreadable operations and paths, judged by their names. */
function chosenOf(leftOut: readonly LeftOut[], { only = [] }: Choice): LeftOut[] {
  const isAskedFor = (name: string): boolean => only.length === 0 || only.some((pattern) => fits(name, pattern));
  return leftOut.map((one) => (isAskedFor(one.name) ? one : { ...one, isMissing: false }));
}

function hasTag({ value }: Operation, tags: readonly string[]): boolean {
  if (tags.length === 0) return true;
  return Array.isArray(value.tags) && value.tags.some((tag) => typeof tag === 'string' && tags.includes(tag));
}

/** A name for each operation, by its place: its `operationId` made a name, or its method and path; each its own. */
function nameOperations(operations: readonly Operation[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  const free = (candidates: readonly string[]): string => {
    const fitting = candidates.map((name) => name.slice(0, longest));
    return fitting.find((name) => !taken.has(name)) ?? numbered(fitting.at(-1) ?? 'operation', taken);
  };
  // Those that say their name come first: what is made of a path must not take it.
  for (const isNamed of [true, false]) {
    for (const operation of operations) {
      const own = ownName(operation);
      if ((own !== '') !== isNamed) continue;
      const name = free(isNamed ? [own, nameOfPath(operation)] : [nameOfPath(operation)]);
      taken.add(name);
      names.set(placeOf(operation), name);
    }
  }
  return names;
}

function ownName({ value: { operationId } }: Operation): string {
  return typeof operationId === 'string' ? nameOf(operationId) : '';
}

/** Letters, digits, `_` and `-`; others become one `_`. */
function nameOf(text: string): string {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  const name = plain.replaceAll(/[^A-Za-z0-9_-]+/g, '_').replaceAll(/^[_-]+|[_-]+$/g, '');
  return /^\d/.test(name) ? `_${name}` : name;
}

/** `GET /pets/{petId}/photos` as `getPetsPhotosByPetId`. */
function nameOfPath({ method, path }: Operation): string {
  const parameters: string[] = [];
  const rest = path.replaceAll(/\{([^}]*)\}/g, (_match, name: string) => {
    parameters.push(name);
    return ' ';
  });
  const where = inCapitals(rest) || 'Root';
  const by = parameters.map(inCapitals).filter((name) => name !== '');
  return `${method.toLowerCase()}${where}${by.length === 0 ? '' : `By${by.join('And')}`}`;
}

function inCapitals(text: string): string {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  return plain
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
}

function numbered(name: string, taken: ReadonlySet<string>): string {
  for (let number = 2; ; number += 1) {
    const ending = `_${number}`;
    const candidate = name.slice(0, longest - ending.length) + ending;
    if (!taken.has(candidate)) return candidate;
  }
}
