import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { readTextFile } from '../../../platform/index.ts';
import type { Json } from '../../../contract/index.ts';
import { isObject } from '../../../world/index.ts';
import { BadFileError } from '../../documents/bad-file-error.ts';
import { isWebAddress } from '../tool-source.ts';
import { fetchDocument } from '../web-text.ts';
import { parseJsonOrYaml } from './parse-json-or-yaml.ts';
import { type Documents, split } from './references.ts';

/** How long one address may take to answer, in milliseconds. */
const defaultTimeoutMs = 10_000;

/** What decides whether documents are fetched. */
export interface LoadOptions {
  readonly externalReferences?: boolean;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** The address of a file, as references inside of it start from. */
export function addressOf(file: string): string {
  return isWebAddress(file) ? new URL(file).href : pathToFileURL(path.resolve(file)).href;
}

/** The document, and where it is allowed all that it and they refer to. */
export async function loadDocuments(base: string, root: Json, options: LoadOptions): Promise<Documents> {
  const documents = new Map<string, { value: Json } | { problem: string }>([[base, { value: root }]]);
  if (options.externalReferences !== true) return documents;
  const waiting = outsideOf(root, base);
  for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
    if (documents.has(address)) continue;
    const loaded = await load(address, base, options);
    documents.set(address, loaded);
    if ('value' in loaded) waiting.push(...outsideOf(loaded.value, address));
  }
  return documents;
}

function outsideOf(root: Json, base: string): string[] {
  const addresses = new Set<string>();
  const known = new Set<string>();
  const visit = (value: Json): void => {
    if (value === null || typeof value !== 'object') return;
    if (isObject(value)) {
      if (typeof value.$id === 'string') known.add(split(value.$id, base)[0]);
      if (typeof value.$ref === 'string') addresses.add(split(value.$ref, base)[0]);
    }
    for (const inner of Object.values(value)) visit(inner);
  };
  visit(root);
  return [...addresses].filter((address) => address !== base && !known.has(address));
}

async function load(
  address: string,
  base: string,
  { signal, timeoutMs = defaultTimeoutMs }: LoadOptions,
): Promise<{ value: Json } | { problem: string }> {
  signal?.throwIfAborted();
  try {
    if (isWebAddress(address)) {
      const limits = [AbortSignal.timeout(timeoutMs), ...(signal === undefined ? [] : [signal])];
      const text = await fetchDocument(new URL(address), AbortSignal.any(limits));
      return { value: parseJsonOrYaml({ file: address, text }) };
    }
    if (!address.startsWith('file:')) return { problem: 'is of a kind that is not fetched' };
    // A document of the web has no say over what is read here.
    if (isWebAddress(base)) return { problem: 'is a file, which a document of the web does not get' };
    return { value: parseJsonOrYaml({ file: address, text: readTextFile(fileURLToPath(address)) }) };
  } catch (error) {
    signal?.throwIfAborted();
    return {
      problem: `could not be fetched: ${error instanceof BadFileError ? error.problem : (error as Error).message}`,
    };
  }
}
