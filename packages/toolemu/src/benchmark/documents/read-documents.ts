import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { readTextFile } from '../../platform/index.ts';
import { depthRemedy } from './bad-file-error.ts';
import { type Issue, type Json, readJson, JsonTooDeep } from '../../contract/index.ts';

/** A JSON value of a file, and where in the file it stands. */
export interface Document {
  readonly file: string;
  /** `$` for the whole file, `$[3]` for an item of its array, `line 4` of a JSONL file. */
  readonly place: string;
  readonly value: Json;
}

export interface Documents {
  readonly documents: Document[];
  readonly issues: Issue[];
}

/**
 * Reads JSON and JSONL files, and folders of them; a file that is named twice is read once. An array counts as its
 * items. What cannot be read is an issue; nothing is thrown for it.
 */
export async function readDocuments(paths: readonly string[]): Promise<Documents> {
  const found = await Promise.all(paths.map(findFiles));
  const files = new Map(found.flatMap(({ files: names }) => names.map((name) => [path.resolve(name), name])));
  const read = await Promise.all([...files.values()].map(readDocumentFile));
  return {
    documents: read.flatMap(({ documents }) => documents),
    issues: [...found, ...read].flatMap(({ issues }) => issues),
  };
}

async function findFiles(given: string): Promise<{ files: string[]; issues: Issue[] }> {
  let isFolder: boolean;
  try {
    isFolder = (await stat(given)).isDirectory();
  } catch {
    return { files: [], ...problem(given, '$', 'there is no such file or folder', 'check the path') };
  }
  if (!isFolder) return { files: [given], issues: [] };
  const names = (await readdir(given, { recursive: true }))
    .filter((name) => /\.jsonl?$/.test(name) && !name.split(path.sep).includes('node_modules'))
    .sort();
  if (names.length > 0) return { files: names.map((name) => path.join(given, name)), issues: [] };
  const remedy = 'give a folder of toolkits or cases';
  return { files: [], ...problem(given, '$', 'the folder holds no .json or .jsonl file', remedy) };
}

async function readDocumentFile(file: string): Promise<Documents> {
  let text: string;
  try {
    text = readTextFile(file);
  } catch (error) {
    return problem(file, '$', `the file cannot be read: ${(error as Error).message}`, 'check its permissions');
  }
  return file.endsWith('.jsonl') ? readLines(file, text) : readWhole(file, text);
}

function readWhole(file: string, text: string): Documents {
  let value: Json;
  try {
    value = readJson(text);
  } catch (error) {
    if (/\.[cm]?[jt]s$/.test(file)) {
      return problem(
        file,
        '$',
        'it is a program, and data is read here',
        'write its tools to a file: JSON.stringify(await createToolkit(tools, { name }))',
      );
    }
    const { message } = error as SyntaxError;
    if (error instanceof JsonTooDeep) return problem(file, '$', message, depthRemedy);
    return problem(file, '$', `not JSON (${placeOf(text, message)}): ${message}`, 'mend the syntax at that place');
  }
  const documents = Array.isArray(value)
    ? value.map((item, index) => ({ file, place: `$[${index}]`, value: item }))
    : [{ file, place: '$', value }];
  return { documents, issues: [] };
}

function readLines(file: string, text: string): Documents {
  const documents: Document[] = [];
  const issues: Issue[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const place = `line ${index + 1}`;
    try {
      documents.push({ file, place, value: readJson(line) });
    } catch (error) {
      const { message } = error as Error;
      if (error instanceof JsonTooDeep) issues.push({ file, path: place, message, remedy: depthRemedy });
      else issues.push({ file, path: place, message: `not JSON: ${message}`, remedy: 'mend this line' });
    }
  }
  return { documents, issues };
}

/** Where text stops being JSON. V8 names the place of most errors, but not of a token that does not fit. */
function placeOf(text: string, message: string): string {
  const named = /position (\d+)/.exec(message)?.[1];
  const at =
    named !== undefined ? Number(named) : message.startsWith('Unexpected token') ? wrongToken(text) : text.length;
  const before = text.slice(0, at).split('\n');
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}

/** The end of the longest beginning in which no token is wrong yet. */
function wrongToken(text: string): number {
  let [right, wrong] = [0, text.length];
  while (wrong - right > 1) {
    const middle = (right + wrong) >> 1;
    if (isWrong(text.slice(0, middle))) wrong = middle;
    else right = middle;
  }
  return right;
}

function isWrong(text: string): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch (error) {
    return (error as SyntaxError).message.startsWith('Unexpected token');
  }
}

function problem(file: string, place: string, message: string, remedy: string): Documents {
  return { documents: [], issues: [{ file, path: place, message, remedy }] };
}
