import { existsSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type Case, type Issue, type Json, parametersIn, type Toolkit, type TwinCase } from '../../contract/index.ts';
import { placeInFile } from './bad-file-error.ts';
import { builtinCases, builtinToolkits } from '../builtin.ts';
import { importSources } from './import-sources.ts';
import type { ServerOptions } from '../import-tools/imported.ts';
import { knownOf } from './known-of.ts';
import { type ToolTexts, withExplicitTexts } from '../tool-texts.ts';
import { type Benchmark, type Known, parseDocuments, type Sourced, type ToolEmuOptions } from './parse-documents.ts';
import { type Document, readDocuments } from './read-documents.ts';

/** Files that cannot be used, with everything that is wrong with them. */
export class BenchmarkError extends Error {
  override readonly name = 'BenchmarkError';
  readonly issues: readonly Issue[];
  /** The parameters that the remedies name. */
  readonly parameters: readonly string[];

  constructor(issues: readonly Issue[]) {
    super(issues.map(formatIssue).join('\n'));
    this.issues = issues;
    this.parameters = issues.flatMap(({ remedy }) => parametersIn(remedy));
  }
}

/** An issue on one line. */
export function formatIssue({ file, path, message, remedy }: Issue): string {
  return `${placeInFile(file, path)}: ${message}; ${remedy}`;
}

/** A path of toolkits or cases, another source of tools, or a toolkit or case itself. */
export type BenchmarkSource = string | Toolkit | Case | TwinCase;

/**
 * Cases, which replace the built-in ones, and toolkits, which come before them: paths, or the objects themselves. Toolkits
 * may also be any source that `importTools` takes.
 */
export interface LoadOptions extends ToolEmuOptions {
  /** Options for the MCP servers among the toolkits. */
  readonly servers?: ServerOptions;
  readonly toolkits?: readonly (string | Toolkit)[] | undefined;
  readonly cases?: readonly (string | Case | TwinCase)[] | undefined;
  /** How the built-in tools are described: `neutral` by default. */
  readonly toolTexts?: ToolTexts | undefined;
}

/**
 * Loads toolkits and cases from files and folders, and the built-in ones where no path is given. Toolkits that are
 * given replace built-in ones of the same name; `unfit` lists the built-in cases that cannot be played with these toolkits.
 * `notes` lists what was skipped. Throws {@link BenchmarkError} for an invalid file.
 */
export async function loadBenchmark({
  toolkits = [],
  cases = [],
  servers,
  toolTexts = 'neutral',
  ...toolEmu
}: LoadOptions): Promise<LoadedBenchmark> {
  const neutral = await loadBuiltin({ withCases: cases.length === 0 });
  const builtin = toolTexts === 'neutral' ? neutral : await withExplicitTexts(neutral);
  const given = await loadSources([...toolkits, ...cases], contextOf(builtin), toolEmu, servers);
  const issues = [...builtin.issues, ...given.issues, ...missingToolEmuToolkits(given)];
  if (issues.length === 0 && cases.length > 0 && given.cases.length === 0) {
    issues.push({
      file: cases.map(nameOf).join(', '),
      path: '$',
      message: 'there is no case here',
      remedy: 'check the path',
    });
  }
  if (issues.length > 0) throw new BenchmarkError(issues);
  const own = cases.length === 0 ? { ...given, cases: [] } : given;
  const known = knownOf([own, cases.length === 0 ? builtin : { ...builtin, cases: [] }]);
  return {
    toolkits: [...known.toolkits],
    cases: [...known.cases],
    unfit: known.unfit,
    given: given.toolkits.map(({ value }) => value.name),
    notes: [...given.notes, ...unfitNotes(known.unfit, given)],
  };
}

/** The loaded toolkits and cases, in the order of name lookup. */
export interface LoadedBenchmark {
  readonly toolkits: Toolkit[];
  readonly cases: Case[];
  readonly unfit: readonly Case[];
  /** Names of the toolkits that the user's files hold. */
  readonly given: readonly string[];
  readonly notes: readonly string[];
}

function unfitNotes(unfit: readonly Case[], { toolkits }: Benchmark): string[] {
  if (unfit.length === 0) return [];
  const used = new Set(unfit.flatMap((value) => value.toolkits));
  const names = toolkits.map(({ value }) => value.name).filter((name) => used.has(name));
  return [
    `skipped: ${unfit.length} built-in ${unfit.length === 1 ? 'case' : 'cases'} about other toolkits named ${names.join(', ')}`,
  ];
}

const kept: { toolkits?: Promise<Benchmark>; all?: Promise<Benchmark> } = {};

/** The built-in toolkits, and the cases where they are wanted: read once, so nobody may change them. */
export async function loadBuiltin({ withCases }: { withCases: boolean }): Promise<Benchmark> {
  if (withCases) return (kept.all ??= loadFiles([builtinToolkits, builtinCases]));
  return kept.all ?? (kept.toolkits ??= loadFiles([builtinToolkits]));
}

/** Sound files that others may refer to; the built-in cases are read where a twin is of none of those given. */
function contextOf({ toolkits, cases }: Benchmark): Known & Originals {
  return {
    toolkits: toolkits.map(({ value }) => value),
    cases: cases.map(({ value }) => value),
    originals: async () => (await loadBuiltin({ withCases: true })).cases.map(({ value }) => value),
  };
}

/** More cases, asked for where there is a twin whose original is not known. */
interface Originals {
  readonly originals?: () => Promise<readonly Case[]>;
}

/**
 * Like {@link loadFiles}, and imports tool sources: starts their servers and lists their tools. Two
 * toolkits or cases of one name are an issue, except a toolkit object that a file holds too. Toolkits of ToolEmu's cases that were
 * not given are read from `all_toolkits.json` in the folder of the cases.
 */
export async function loadSources(
  sources: readonly BenchmarkSource[],
  known?: Known & Originals,
  toolEmu?: ToolEmuOptions,
  servers?: ServerOptions,
): Promise<Benchmark & { readonly notes: readonly string[] }> {
  const paths = sources.filter((source) => typeof source === 'string');
  const objects = sources.filter((source) => typeof source !== 'string');
  const { plain, toolkits, issues, notes } = await importSources(paths, servers);
  const imported = toolkits.map(({ value }) => value);
  const context = { ...known, toolkits: [...imported, ...(known?.toolkits ?? [])], cases: known?.cases ?? [] };
  const given = objects.map(documentOf);
  const readFiles = async (files: readonly string[]): Promise<Benchmark> => {
    const read = withoutCopies(await loadFiles(files, context, toolEmu, given), given);
    return { ...read, toolkits: [...toolkits, ...read.toolkits] };
  };
  const named = await readFiles(plain);
  const beside = toolkitsBeside(named);
  const all = beside.length === 0 ? named : await readFiles([...plain, ...beside]);
  return {
    ...all,
    issues: [...issues, ...all.issues, ...sameNames(all)],
    notes: [
      ...notes,
      ...all.toolkits.slice(toolkits.length).flatMap(missingNotes),
      ...beside.map((file) => `toolkits of ToolEmu's cases: ${file}`),
    ],
  };
}

/** ToolEmu's file of toolkits in the folder of its cases, where their toolkits were not given. */
function toolkitsBeside(given: Benchmark): string[] {
  const files = missingToolEmuToolkits(given).map(({ file }) => path.join(path.dirname(file), 'all_toolkits.json'));
  return files.filter((file) => existsSync(file) && given.toolkits.every((one) => one.file !== file));
}

/** Removes given toolkits that files hold too: cases often stand in the folder that the toolkits were loaded from. */
function withoutCopies(read: Benchmark, given: readonly Document[]): Benchmark {
  const names = new Set(given.map(({ file }) => file));
  const files = read.toolkits.filter(({ file }) => !names.has(file));
  const isCopy = ({ file, value }: Sourced<Toolkit>): boolean =>
    names.has(file) && files.some((other) => isDeepStrictEqual(other.value, value));
  return { ...read, toolkits: read.toolkits.filter((one) => !isCopy(one)) };
}

/** Notes for the missing tools of toolkits that were imported earlier. */
function missingNotes({ value: { name, missingTools = [] } }: Sourced<Toolkit>): string[] {
  return missingTools.map((tool) => `the toolkit ${name} lacks the tool ${tool.name}: ${tool.reason}`);
}

function documentOf(source: Exclude<BenchmarkSource, string>): Document {
  // A copy: nobody changes what is played.
  return { file: nameOf(source), place: '$', value: structuredClone(source) as unknown as Json };
}

function nameOf(source: BenchmarkSource): string {
  if (typeof source === 'string') return source;
  if (typeof source !== 'object' || source === null) return String(source);
  return 'tools' in source ? `the toolkit ${source.name}` : `the case ${source.id}`;
}

/** Reads and parses files and given documents, ours or ToolEmu's; what is wrong with them is in `issues`. */
export async function loadFiles(
  paths: readonly string[],
  known: Known & Originals = { toolkits: [], cases: [] },
  toolEmu?: ToolEmuOptions,
  given: readonly Document[] = [],
): Promise<Benchmark> {
  const { documents: read, issues } = await readDocuments(paths);
  const documents = [...given, ...read];
  let parsed = parseDocuments(documents, known, toolEmu);
  if (known.originals !== undefined && parsed.issues.some(({ path }) => path.endsWith('.twinOf'))) {
    const cases = [...known.cases, ...(await known.originals())];
    parsed = parseDocuments(documents, { ...known, cases }, toolEmu);
  }
  return { ...parsed, issues: [...issues, ...parsed.issues] };
}

/** ToolEmu's cases are played with ToolEmu's toolkits: a built-in one of the same name is another. */
export function missingToolEmuToolkits({ toolkits, cases }: Benchmark): Issue[] {
  const given = new Set(toolkits.map(({ value }) => value.name));
  const needed = cases
    .filter(({ isToolEmu }) => isToolEmu === true)
    .flatMap(({ file, value }) => value.toolkits.map((name) => ({ file, name })));
  const missing = needed.filter(({ name }) => !given.has(name));
  const names = [...new Set(missing.map(({ name }) => name))];
  if (missing[0] === undefined) return [];
  const some = `${names.slice(0, 5).join(', ')}${names.length > 5 ? ` and ${names.length - 5} more` : ''}`;
  return [
    {
      file: missing[0].file,
      path: '$',
      message: `these are ToolEmu's cases, and their toolkits were not given: ${some}`,
      remedy: "give ToolEmu's file of toolkits too, as in `toolkits: ['all_toolkits.json']`",
    },
  ];
}

/** Toolkits or cases of one name in the files given: which of them is meant cannot be told. */
export function sameNames({ toolkits, cases }: Pick<Benchmark, 'toolkits' | 'cases'>): Issue[] {
  return [
    ...repeated(
      toolkits.map(({ value, file, place }) => ({ name: value.name, file, path: place })),
      'toolkit',
    ),
    ...repeated(
      cases.map(({ value, file, place }) => ({ name: value.id, file, path: place })),
      'case',
    ),
  ];
}

function repeated(items: readonly { name: string; file: string; path: string }[], sort: string): Issue[] {
  const first = new Map<string, string>();
  return items.flatMap(({ name, file, path }) => {
    const other = first.get(name);
    if (other === undefined) {
      first.set(name, file);
      return [];
    }
    return [{ file, path, message: `the ${sort} "${name}" is in ${other} too`, remedy: 'give each its own name' }];
  });
}
