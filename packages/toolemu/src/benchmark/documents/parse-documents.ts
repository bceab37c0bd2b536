import type { z } from 'zod';
import {
  type Case,
  caseSchema,
  expandDefinitions,
  type Issue,
  type Json,
  type Toolkit,
  toolkitSchema,
  type TwinCase,
  twinCaseSchema,
  withCurrentNames,
} from '../../contract/index.ts';
import { reportOldNames } from '../../platform/index.ts';
import type { Document } from './read-documents.ts';
import {
  BadFileError,
  isToolEmuCases,
  isToolEmuToolkits,
  readToolEmuCases,
  readToolEmuToolkits,
  type ToolEmuVariant,
} from '../toolemu/index.ts';
import { issueWords } from './issue-words.ts';
import { resolveTwin, TwinError } from './twin.ts';

/** A value with the place it was read from. */
export interface Sourced<T> {
  readonly file: string;
  readonly place: string;
  readonly value: T;
  /** Whether the file is one of ToolEmu's. */
  readonly isToolEmu?: boolean;
}

export interface Benchmark {
  readonly toolkits: Sourced<Toolkit>[];
  readonly cases: Sourced<Case>[];
  /** Names of toolkits that were given and could not be used. */
  readonly refused: string[];
  readonly issues: Issue[];
}

/** What documents may refer to beside each other. */
export interface Known {
  readonly toolkits: readonly Toolkit[];
  readonly cases: readonly Case[];
  /** The user's toolkits among them. */
  readonly own?: readonly Toolkit[];
}

/** How ToolEmu's cases are read. */
export interface ToolEmuOptions {
  readonly variant?: ToolEmuVariant;
  /** Whether the stray 145th case of its file is kept. */
  readonly includeStray?: boolean;
}

/** Tells toolkits from cases, validates each against its schema and gives twins the world of their originals. */
export function parseDocuments(
  documents: readonly Document[],
  known: Known = { toolkits: [], cases: [] },
  toolEmu: ToolEmuOptions = {},
): Benchmark {
  const toolkits: Sourced<Toolkit>[] = [];
  const cases: Sourced<Case>[] = [];
  const twins: Sourced<TwinCase>[] = [];
  const issues: Issue[] = [];
  for (const given of documents) {
    const document = current(given);
    switch (sortOf(document.value)) {
      case 'toolkit':
        parse(document, toolkitSchema, toolkits, issues, expandDefinitions);
        break;
      case 'twin':
        parse(document, twinCaseSchema, twins, issues);
        break;
      case 'case':
        parse(document, caseSchema, cases, issues);
        break;
      case 'toolemu-toolkit':
        read(document, toolkits, issues, () => readToolEmuToolkits(document.value, document.file, document.place));
        break;
      case 'toolemu-case': {
        const { file: fileName, place: path } = document;
        read(document, cases, issues, () => readToolEmuCases(document.value, { fileName, path, ...toolEmu }));
        break;
      }
      case 'unknown':
        issues.push({
          file: document.file,
          path: document.place,
          message: 'this is neither a toolkit nor a case',
          remedy: 'a toolkit has "tools", a case "instruction", a twin "twinOf"; see `toolemu schema`',
        });
    }
  }
  const context = {
    cases: [...cases.map(({ value }) => value), ...known.cases],
    toolkits: firstToolkits([...toolkits.map(({ value }) => value), ...known.toolkits]),
  };
  for (const twin of twins) {
    try {
      cases.push({ ...twin, value: resolveTwin(twin.value, context) });
    } catch (error) {
      if (!(error instanceof TwinError)) throw error;
      issues.push({
        file: twin.file,
        path: join(twin.place, error.path),
        message: error.message,
        remedy: error.remedy,
      });
    }
  }
  const kept = new Set(toolkits.map(({ value }) => value.name));
  const refused = documents.flatMap((document) => nameOf(document) ?? []).filter((name) => !kept.has(name));
  return { toolkits, cases, refused, issues };
}

/** A case under the current names of its keys. */
function current(document: Document): Document {
  if (!['case', 'twin'].includes(sortOf(document.value))) return document;
  const { value, oldNames } = withCurrentNames('case', document.value);
  if (document.file !== '') reportOldNames(document.file, oldNames);
  return oldNames.length === 0 ? document : { ...document, value: value as Json };
}

/** The name a document gives itself, where it would be a toolkit. */
function nameOf({ value }: Document): string | undefined {
  if (sortOf(value) !== 'toolkit') return undefined;
  const { name } = value as { name?: Json };
  return typeof name === 'string' ? name : undefined;
}

/** A path inside a document, as users read it: `$.tools[2].name`, after the line where the file is JSONL. */
export function join(place: string, path: string): string {
  const inside = path.replace(/^\$/, '');
  if (place.startsWith('line')) return inside === '' ? place : `${place}, $${inside}`;
  return place + inside;
}

type Sort = 'toolkit' | 'case' | 'twin' | 'toolemu-toolkit' | 'toolemu-case' | 'unknown';

function sortOf(value: Json): Sort {
  if (isToolEmuToolkits(value)) return 'toolemu-toolkit';
  if (isToolEmuCases(value)) return 'toolemu-case';
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return 'unknown';
  if ('tools' in value) return 'toolkit';
  if ('twinOf' in value && !('instruction' in value)) return 'twin';
  return 'instruction' in value ? 'case' : 'unknown';
}

function parse<T>(
  document: Document,
  schema: z.ZodType<T>,
  into: Sourced<T>[],
  issues: Issue[],
  finish: (value: T) => T = (value) => value,
): void {
  const { file, place } = document;
  const parsed = parseShape(document, schema);
  if (parsed.ok) into.push({ file, place, value: finish(parsed.value) });
  else issues.push(...parsed.issues);
}

/** The value of a document by its schema, or what is wrong with its shape, in words of the formats. */
export function parseShape<T>(
  { file, place, value }: Document,
  schema: z.ZodType<T>,
): { readonly ok: true; readonly value: T } | { readonly ok: false; readonly issues: readonly Issue[] } {
  const parsed = schema.safeParse(value);
  if (parsed.success) return { ok: true, value: parsed.data };
  const found = flatten(parsed.error.issues);
  const issues = found.slice(0, maxListedIssues).map((issue) => ({
    file,
    path: join(place, pathOf(issue.path)),
    ...issueWords(issue),
  }));
  if (found.length > maxListedIssues) {
    const message = `${found.length - maxListedIssues} more problems are not listed`;
    issues.push({ file, path: place, message, remedy: 'correct these first' });
  }
  return { ok: false, issues };
}

/** Problems of one document up to which each is listed. */
export const maxListedIssues = 100;

/** Reads a document of ToolEmu's; what its reader refuses is an issue. */
function read<T>({ file, place }: Document, into: Sourced<T>[], issues: Issue[], readAll: () => T[]): void {
  try {
    into.push(...readAll().map((value) => ({ file, place, value, isToolEmu: true })));
  } catch (error) {
    if (!(error instanceof BadFileError)) throw error;
    issues.push({ file, path: error.path, message: error.problem, remedy: error.remedy });
  }
}

type ZodIssue = z.core.$ZodIssue;

/** Issues of a union are those of the branch that fits best; each property that nothing knows is one of its own. */
function flatten(issues: readonly ZodIssue[]): ZodIssue[] {
  return issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({ ...issue, keys: [key], path: [...issue.path, key] }));
    }
    if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue];
    const best = issue.errors.reduce((a, b) => (weight(b) < weight(a) ? b : a));
    return flatten(best.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })));
  });
}

function weight(issues: readonly ZodIssue[]): number {
  return issues.reduce((sum, issue) => {
    if (issue.code === 'unrecognized_keys') return sum + issue.keys.length;
    // A value of another sort altogether does not fit the branch at all.
    return sum + (issue.code === 'invalid_type' && issue.path.length === 0 ? 100 : 1);
  }, 0);
}

function pathOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => text + (typeof part === 'number' ? `[${part}]` : `.${String(part)}`), '$');
}

/** Toolkits with distinct names. The first one of a name wins: the user's toolkits come before built-in ones. */
export function firstToolkits(toolkits: readonly Toolkit[]): Toolkit[] {
  return firstOfEach(toolkits, ({ name }) => name);
}

/** Values with distinct names: the first one of a name wins. */
export function firstOfEach<T>(all: readonly T[], nameOf: (value: T) => string): T[] {
  return [...Map.groupBy(all, nameOf).values()].flatMap(([first]) => (first === undefined ? [] : [first]));
}
