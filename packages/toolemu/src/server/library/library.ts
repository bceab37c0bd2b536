import path from 'node:path';
import {
  type Benchmark,
  builtinCases,
  builtinToolkits,
  type Known,
  knownOf,
  loadFiles,
  loadSplits,
  sameNames,
  type Sourced,
} from '../../benchmark/index.ts';
import type { Case, Issue, LibrarySource, Splits, Toolkit } from '../../contract/index.ts';
import { type FolderFiles, listFolderFiles } from './folder-files.ts';

/** A toolkit or a case with the place where it is kept. */
export interface Kept<T> {
  readonly value: T;
  readonly source: LibrarySource;
  /** Absolute path of its file. */
  readonly path: string;
}

/** Toolkits and cases of the folder, and the built-in ones that they do not replace. */
export interface Library {
  readonly toolkits: readonly Kept<Toolkit>[];
  readonly cases: readonly Kept<Case>[];
  readonly splits: Splits;
  /** The same toolkits and cases, for what refers to them. */
  readonly known: Known;
  /** What is wrong with the files of the folder; what could not be read is in none of the lists. */
  readonly issues: readonly Issue[];
}

const remembered = new Map<string, { signature: string; library: Promise<Library> }>();
let builtin: Promise<{ benchmark: Benchmark; splits: Splits }> | null = null;

/** The library of a folder as its files are now. */
export async function openLibrary(folder: string): Promise<Library> {
  const found = listFolderFiles(folder);
  const last = remembered.get(folder);
  if (last?.signature === found.signature) return last.library;
  const library = readLibrary(folder, found);
  remembered.set(folder, { signature: found.signature, library });
  return library;
}

/** Whether the built-in benchmark has a toolkit or a case of this name. */
export async function isBuiltIn(kind: 'toolkit' | 'case', name: string): Promise<boolean> {
  const { benchmark } = await readBuiltIn();
  return kind === 'toolkit'
    ? benchmark.toolkits.some(({ value }) => value.name === name)
    : benchmark.cases.some(({ value }) => value.id === name);
}

async function readLibrary(folder: string, { files }: FolderFiles): Promise<Library> {
  const { benchmark, splits } = await readBuiltIn();
  const given = await loadFiles(files, {
    toolkits: benchmark.toolkits.map(({ value }) => value),
    cases: benchmark.cases.map(({ value }) => value),
  });
  const keep = <T>({ file, place, value }: Sourced<T>): Kept<T> => ({
    value,
    source: { file: nameIn(folder, file), isAlone: place === '$' },
    path: file,
  });
  const own = { toolkits: ours(given.toolkits), cases: ours(given.cases) };
  const known = knownOf([own, benchmark]);
  return {
    toolkits: keptOf(known.toolkits, [...own.toolkits.map(keep), ...benchmark.toolkits.map(builtInKept)]),
    cases: keptOf(known.cases, [...own.cases.map(keep), ...benchmark.cases.map(builtInKept)]),
    splits,
    known,
    issues: [...given.issues, ...sameNames(given), ...notOurs(given)].map((issue) => within(folder, issue)),
  };
}

function readBuiltIn(): Promise<{ benchmark: Benchmark; splits: Splits }> {
  builtin ??= (async () => ({
    benchmark: await loadFiles([builtinToolkits, builtinCases]),
    splits: await loadSplits(),
  }))();
  return builtin;
}

function builtInKept<T>({ file, value }: Sourced<T>): Kept<T> {
  return { value, source: { file: null, isAlone: false }, path: file };
}

function ours<T>(all: readonly Sourced<T>[]): readonly Sourced<T>[] {
  return all.filter(({ isToolEmu }) => isToolEmu !== true);
}

function notOurs({ toolkits, cases }: Benchmark): Issue[] {
  const files = [...toolkits, ...cases].filter(({ isToolEmu }) => isToolEmu === true).map(({ file }) => file);
  return [...new Set(files)].map((file) => ({
    file,
    path: '$',
    message: "this is a file of ToolEmu's, which is not shown here",
    remedy: 'give it to `toolemu run` as it is',
  }));
}

function keptOf<T>(values: readonly T[], all: readonly Kept<T>[]): Kept<T>[] {
  const known = new Set(values);
  return all.filter(({ value }) => known.has(value));
}

function within(folder: string, { file, path: place, message, remedy }: Issue): Issue {
  return { file: nameIn(folder, file), path: place, message: message.replaceAll(`${folder}${path.sep}`, ''), remedy };
}

function nameIn(folder: string, file: string): string {
  return path.relative(folder, file).split(path.sep).join('/');
}
