import { existsSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { BenchmarkError, type Known, knownOf, loadFiles, parseShape } from '../../../benchmark/index.ts';
import {
  type Case,
  draftExchangeSchema,
  type Json,
  readJson,
  riskTypeSchema,
  shareDefinitions,
  type Tool,
  type Toolkit,
} from '../../../contract/index.ts';
import { createExchangeLog, draftedFrom, listDrafts, type ToolRisks } from '../../../curation/index.ts';
import { oneLine } from '../../../report/index.ts';
import { readTextFile } from '../../../platform/index.ts';
import { provers } from '../../../run/index.ts';
import { writeNew } from '../../../store/index.ts';
import { visibleJson } from '../../../words/index.ts';
import { UsageError } from '../../terminal/failure.ts';
import { note } from '../../terminal/output.ts';

/** Risks by toolkit and tool, as `risks.json` holds them: people may change them. */
export type RiskTable = Readonly<Record<string, Readonly<Record<string, ToolRisks>>>>;

const riskTableSchema = z.record(z.string(), z.record(z.string(), z.partialRecord(riskTypeSchema, z.string())));

const stateSchema = z.strictObject({
  isUnderstood: z.boolean().describe('whether all tools were asked about'),
  count: z.int().nonnegative().describe('how many cases were asked for when drafting came to its end'),
  untested: z
    .array(z.strictObject({ what: z.string(), why: z.string() }))
    .describe('what could not be inferred or drafted'),
  run: z.string().nullable().describe('the name of the last run file, in `runs`'),
  isWhole: z.boolean().describe('whether that run was played to its end'),
  agents: z.string().nullable().describe('a hash of the files of its agents'),
});

/** How far the scans of a folder have come. */
export type ScanState = z.infer<typeof stateSchema>;

const begun: ScanState = { isUnderstood: false, count: 0, untested: [], run: null, isWhole: false, agents: null };

/** The folder in which a scan keeps everything, so that the next one of the same tools goes on from it. */
export interface ScanFolder {
  readonly path: string;
  readonly toolkits: string;
  readonly cases: string;
  readonly drafts: string;
  readonly runs: string;
  readonly file: (name: string) => string;
}

export function scanFolder(folder: string): ScanFolder {
  const file = (name: string): string => path.join(folder, name);
  return {
    path: folder,
    toolkits: file('toolkits'),
    cases: file('cases'),
    drafts: file('drafts'),
    runs: file('runs'),
    file,
  };
}

/** What a scan writes at the top of its folder. */
const written = [
  'README.md',
  'report.md',
  'report.html',
  'findings.json',
  'scan.json',
  'risks.json',
  'tools.json',
  path.join('drafts', 'understanding.json'),
];

/**
 * Throws {@link UsageError} where something that a scan writes is a link, a device or a pipe: a folder may come from a stranger, and
 * nothing outside of it is read or written.
 */
export function refuseLinks(folder: ScanFolder): void {
  const refuse = (file: string, what: string): never => {
    throw new UsageError(
      `${file} is no ${what} of its own: a scan writes there. Move it away, or name another folder by --out`,
    );
  };
  for (const one of [folder.path, folder.toolkits, folder.cases, folder.drafts, folder.runs]) {
    const found = lstatSync(one, { throwIfNoEntry: false });
    if (found !== undefined && !found.isDirectory()) refuse(one, 'folder');
  }
  for (const name of written) {
    const found = lstatSync(folder.file(name), { throwIfNoEntry: false });
    if (found !== undefined && !found.isFile()) refuse(folder.file(name), 'file');
  }
}

/** The run of these agents that was broken off, as far as it is a file of the folder; undefined where there is none. */
export function brokenRun(folder: ScanFolder, agentHash: string): string | undefined {
  const { run, isWhole, agents } = readState(folder);
  if (run === null || isWhole || agents !== agentHash) return undefined;
  const file = path.join(folder.runs, path.basename(run));
  return lstatSync(file, { throwIfNoEntry: false })?.isFile() === true ? file : undefined;
}

/** Toolkits of which some tools are known from an earlier scan, with the names of those that are new or changed. */
export interface KnownTools {
  /** As it was imported now. */
  readonly imported: Toolkit;
  /** Tools that the service has and the scan leaves out, as they were imported and completed in earlier scans. */
  readonly others: readonly { readonly imported: Tool; readonly tool: Tool }[];
  /** With what is known of its tools. */
  readonly toolkit: Toolkit;
  readonly fresh: ReadonlySet<string>;
}

/**
 * Takes over what earlier scans inferred of tools that have not changed. Tools that are new, or whose import is another than
 * then, stay as they were imported.
 */
export async function withEarlierTools(
  selected: readonly Toolkit[],
  { toolkits, file, all }: ScanFolder & { readonly all: readonly Toolkit[] },
): Promise<KnownTools[]> {
  const [before, completed] = await Promise.all([read(file('tools.json')), read(toolkits)]);
  return selected.map((imported) => {
    const then = before.find(({ name }) => name === imported.name);
    const whole = completed.find(({ name }) => name === imported.name);
    const names = imported.tools.map(({ name }) => name);
    if (then === undefined || whole === undefined)
      return { imported, others: [], toolkit: imported, fresh: new Set(names) };
    const fresh = new Set<string>();
    const tools = imported.tools.map((tool): Tool => {
      const same = then.tools.some((one) => isDeepStrictEqual(one, tool));
      const known = whole.tools.find(({ name }) => name === tool.name);
      if (same && known !== undefined) return known;
      fresh.add(tool.name);
      return tool;
    });
    const there = new Set(all.find(({ name }) => name === imported.name)?.tools.map(({ name }) => name));
    const others = then.tools.flatMap((one) => {
      const tool = whole.tools.find(({ name }) => name === one.name);
      return tool === undefined || names.includes(one.name) || !there.has(one.name) ? [] : [{ imported: one, tool }];
    });
    return { imported, others, toolkit: { ...whole, ...missingOf(imported), tools }, fresh };
  });
}

function missingOf({ missingTools }: Toolkit): Pick<Toolkit, 'missingTools'> {
  return missingTools === undefined ? {} : { missingTools };
}

async function read(source: string): Promise<readonly Toolkit[]> {
  if (!existsSync(source)) return [];
  const { toolkits, issues } = await loadFiles([source]);
  if (issues.length > 0) throw new BenchmarkError(issues);
  return toolkits.map(({ value }) => value);
}

/** Keeps the tools as they were imported, and as they were completed. */
export async function keepTools(tools: readonly KnownTools[], folder: ScanFolder): Promise<void> {
  const names = new Set(tools.map(({ imported }) => imported.name));
  const elsewhere = (await read(folder.file('tools.json'))).filter(({ name }) => !names.has(name));
  const now = tools.map(({ imported, others }) => ({
    ...imported,
    tools: [...imported.tools, ...others.map((one) => one.imported)],
  }));
  writeJson(folder.file('tools.json'), [...elsewhere, ...now].map(shareDefinitions));
  for (const { toolkit, others } of tools) {
    const whole = { ...toolkit, tools: [...toolkit.tools, ...others.map(({ tool }) => tool)] };
    writeJson(path.join(folder.toolkits, `${toolkit.name}.json`), shareDefinitions(whole));
  }
}

/** What a model was asked about the tools and said: nothing is asked twice, also after a break. */
export function understandingLog({ drafts }: ScanFolder): ReturnType<typeof createExchangeLog> {
  const file = path.join(drafts, 'understanding.json');
  const earlier = existsSync(file) ? parsed(file, z.array(draftExchangeSchema)) : [];
  return createExchangeLog(earlier, (exchanges) => writeJson(file, exchanges));
}

/** The table of risks that a person may have changed; null where there is none yet. */
export function readRisks({ file }: ScanFolder): RiskTable | null {
  const source = file('risks.json');
  return existsSync(source) ? parsed(source, riskTableSchema) : null;
}

/** Keeps the risks of these toolkits; those of others stay. */
export function keepRisks(table: RiskTable, folder: ScanFolder): void {
  writeJson(folder.file('risks.json'), { ...readRisks(folder), ...table });
}

export function readState({ file }: ScanFolder): ScanState {
  const source = file('scan.json');
  return existsSync(source) ? parsed(source, stateSchema) : begun;
}

/** Keeps what has changed of the state. */
export function keepState(changed: Partial<ScanState>, folder: ScanFolder): void {
  writeJson(folder.file('scan.json'), { ...readState(folder), ...changed });
}

function parsed<T>(file: string, schema: z.ZodType<T>): T {
  let value: Json;
  try {
    value = readJson(readTextFile(file));
  } catch (error) {
    const remedy = 'correct the file, or delete it: it is then written anew';
    throw new BenchmarkError([{ file, path: '$', message: `not JSON: ${(error as Error).message}`, remedy }]);
  }
  const shape = parseShape({ file, place: '$', value }, schema);
  if (!shape.ok) throw new BenchmarkError(shape.issues);
  return shape.value;
}

function writeJson(file: string, value: unknown): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeNew(file, `${visibleJson(value, 2)}\n`, { replace: true });
}

/** A case of the folder. */
export interface KeptCase {
  readonly file: string;
  readonly value: Case;
}

/**
 * The cases of the folder that can be played with these toolkits. Those that are not sound with them any more, and those whose draft
 * was rejected in a review, are left out with a note.
 */
export async function keptCases(toolkits: readonly Toolkit[], folder: ScanFolder): Promise<KeptCase[]> {
  if (!existsSync(folder.cases)) return [];
  const known: Known = knownOf([{ toolkits: toolkits.map((value) => ({ file: '', place: '$', value })), cases: [] }]);
  const files = readdirSync(folder.cases)
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((name) => path.join(folder.cases, name));
  const given = await loadFiles(files, known);
  const issues = [...given.issues, ...(await provers.prove({ ...given, issues: [] }, known))];
  const rejected = new Set(
    listDrafts(folder.drafts).drafts.flatMap(({ id, state }) => (state === 'rejected' ? [id] : [])),
  );
  const left = new Map<string, string>();
  for (const { file, message } of issues.toReversed()) left.set(file, message);
  for (const { file, value } of given.cases)
    if (rejected.has(draftedFrom(value) ?? '')) left.set(file, 'its draft was rejected');
  const gone = new Set(given.cases.flatMap(({ file, value }) => (left.has(file) ? [value.id] : [])));
  for (const { file, value } of given.cases)
    if (value.twinOf !== undefined && gone.has(value.twinOf) && !left.has(file)) left.set(file, 'so is its original');
  for (const [file, why] of left) note(oneLine(`left out: ${file}: ${why}`));
  return given.cases.flatMap(({ file, value }) => (left.has(file) ? [] : [{ file, value }]));
}

/** Writes a case that was drafted to the folder, under another name where a file of its name is there: nobody's work is written over. */
export function keepCase(
  value: Case,
  { draft, model }: { draft: string; model: string },
  folder: ScanFolder,
): KeptCase {
  const fileOf = (id: string): string => path.join(folder.cases, `${id}.json`);
  let { id } = value;
  for (let number = 2; lstatSync(fileOf(id), { throwIfNoEntry: false }) !== undefined; number += 1)
    id = `${value.id}-${number}`;
  const kept = { ...value, id, source: { ...value.source, drafted: { draft, model } } } as Case;
  writeJson(fileOf(id), kept);
  return { file: fileOf(id), value: kept };
}
