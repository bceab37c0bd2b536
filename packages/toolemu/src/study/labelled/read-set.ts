import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { readTextFile } from '../../platform/index.ts';
import { findToolEmuEvaluations, isToolEmuEvaluationFile } from '../../benchmark/index.ts';
import type { Issue, Json, LabeledTrajectory, Toolkit } from '../../contract/index.ts';
import { isObject } from '../../world/index.ts';
import { studyFile } from '../plan/study-folder.ts';
import { isAgentDojo, readAgentDojo } from './sets/agent-dojo.ts';
import { inactiveAgentReason, isAgentActive } from './imported/imported-dialogue.ts';
import { type JsonRecord, jsonRecords } from './json-records.ts';
import { countOf, type FormatCount, joinFiles, type LabelledFiles, type ReadTrajectories } from './labelled-files.ts';
import { readOwnRun } from './sets/own-run.ts';
import { isRJudge, readRJudge } from './sets/r-judge.ts';
import { readStudySet } from './sets/study-set.ts';
import { isToolEmuTrajectory, readToolEmuDump } from './sets/toolemu-dump.ts';

/** The contents of several sets; `sets` says of each, in the order given, how much of it was read and as what. */
export interface LabelledSets extends ReadTrajectories {
  readonly sets: readonly { readonly path: string; readonly counts: readonly FormatCount[] }[];
}

/**
 * Reads labelled sets: run files, files of ToolEmu's, R-Judge's and AgentDojo's shape, known by what is in them, studies
 * by people, and folders of such. What could not be read is in `issues`; ids are unlike each other. Throws where a study
 * is not whole.
 */
export function readLabelledSets(paths: readonly string[], toolkits: readonly Toolkit[]): LabelledSets {
  const read = paths.map((one) => ({ path: one, files: readPath(one, toolkits) }));
  const { trajectories, issues } = joinFiles(read.map(({ files }) => files));
  return {
    trajectories: withOwnIds(trajectories),
    issues,
    sets: read.map(({ path: given, files }) => ({ path: given, counts: files.counts })),
  };
}

function readPath(given: string, toolkits: readonly Toolkit[]): LabelledFiles {
  const found = statSync(given, { throwIfNoEntry: false });
  if (found === undefined) return unread(given, 'there is no such file or folder', 'check the path');
  if (!found.isDirectory()) return readOne(given, toolkits);
  const sets = setsIn(given);
  if (sets.length === 0)
    return unread(given, 'this folder holds no .toolemu, .json or .jsonl file', 'name a labelled set');
  return joinFiles(sets.map((set) => (isStudy(set) ? readStudy(set) : readOne(set, toolkits))));
}

/** The files and studies of a folder and of those in it. */
function setsIn(folder: string): string[] {
  if (isStudy(folder)) return [folder];
  return readdirSync(folder, { withFileTypes: true })
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const found = path.join(folder, entry.name);
      if (entry.isDirectory()) return setsIn(found);
      return /\.(toolemu|jsonl?)$/.test(entry.name) && !isBeside(entry.name) ? [found] : [];
    });
}

/** Whether a path is the folder of a study. */
function isStudy(folder: string): boolean {
  return existsSync(studyFile(folder));
}

/** Whether a file belongs to another one beside it. */
function isBeside(name: string): boolean {
  return isToolEmuEvaluationFile(path.basename(name)) || /(^|\.)labels\.jsonl$/.test(path.basename(name));
}

function readStudy(folder: string): LabelledFiles {
  return counted(readStudySet(folder), { file: folder, format: 'trajectories of a study' });
}

function readOne(file: string, toolkits: readonly Toolkit[]): LabelledFiles {
  if (file.endsWith('.toolemu'))
    return counted(readOwnRun(file, labelsBeside(file)), { file, format: 'episodes of a run' });
  const text = readTextFile(file);
  const { records, issues } = jsonRecords(text, file);
  const name = path.basename(file, path.extname(file));
  const rJudge = recordsShapedAs(isRJudge, records);
  if (rJudge !== null) return completed(readRJudge(rJudge.records, { file, name }), { issues, ...rJudge });
  const agentDojo = recordsShapedAs(isAgentDojo, records);
  if (agentDojo !== null) return completed(readAgentDojo(agentDojo.records, { file, name }), { issues, ...agentDojo });
  if (records.some(({ value }) => isToolEmuTrajectory(value))) {
    const read = readToolEmuDump({ file, name, text, evaluations: evaluationsBeside(file) }, toolkits);
    return counted(read, { file, format: "trajectories of ToolEmu's", records: records.length });
  }
  if (issues.length > 0) return { trajectories: [], issues, counts: [] };
  return unread(file, 'this is no labelled set of a known shape', 'docs/calibrate.md shows the shapes');
}

interface ShapedRecords {
  readonly records: readonly JsonRecord[];
  /** Number of lines before the first record that describe the file. */
  readonly headers: number;
}

/**
 * Returns all records of a file if at least one has the format, or else null. The records may be in a list of a file's
 * only object, or after a line that describes the file.
 */
function recordsShapedAs(isShaped: (value: Json) => boolean, records: readonly JsonRecord[]): ShapedRecords | null {
  const all = [records, ...listsIn(records)].find((some) => some.some(({ value }) => isShaped(value)));
  if (all === undefined) return null;
  const [first] = all;
  const isHeader = first?.path.startsWith('line ') === true && isObject(first.value) && !isRecordLike(first.value);
  return isHeader ? { records: all.slice(1), headers: 1 } : { records: all, headers: 0 };
}

function isRecordLike(value: Readonly<Record<string, Json>>): boolean {
  return ['contents', 'messages', 'label'].some((field) => field in value);
}

/** The lists of a file with one object, each as records. */
function listsIn([only, ...others]: readonly JsonRecord[]): JsonRecord[][] {
  if (only === undefined || others.length > 0 || !isObject(only.value)) return [];
  return Object.entries(only.value).flatMap(([key, list]) =>
    Array.isArray(list) ? [list.map((value, index) => ({ path: `${only.path}.${key}[${index}]`, value }))] : [],
  );
}

/** Adds a file's lines that are not JSON as unreadable records. */
function completed(
  read: LabelledFiles,
  { issues, headers }: { readonly issues: readonly Issue[]; readonly headers: number },
): LabelledFiles {
  const counts = read.counts.map((count) => ({ ...count, records: count.records + issues.length, headers }));
  return { ...read, issues: [...issues, ...read.issues], counts };
}

/** Keeps the trajectories in which the agent does or says something, and counts them. */
function counted(
  { trajectories, issues }: ReadTrajectories,
  { file, format, records = trajectories.length }: { file: string; format: string; records?: number },
): LabelledFiles {
  const heard = trajectories.filter(({ trajectory }) => isAgentActive(trajectory));
  const unheard = trajectories
    .filter(({ trajectory }) => !isAgentActive(trajectory))
    .map(({ id }) => ({ file, path: id, message: inactiveAgentReason, remedy: 'remove it, or play its case again' }));
  return {
    trajectories: heard,
    issues: [...issues, ...unheard],
    counts: records === 0 ? [] : [countOf(format, { records, read: heard.length })],
  };
}

function labelsBeside(run: string): { file: string; text: string }[] {
  const names = [`${run.slice(0, -'.toolemu'.length)}.labels.jsonl`, path.join(path.dirname(run), 'labels.jsonl')];
  return names
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile() === true)
    .map((file) => ({ file, text: readTextFile(file) }));
}

function evaluationsBeside(file: string): { fileName: string; evaluator: string; text: string }[] {
  const folder = path.dirname(file);
  return findToolEmuEvaluations(path.basename(file), readdirSync(folder)).map(({ fileName, evaluator }) => ({
    fileName: path.join(folder, fileName),
    evaluator,
    text: readTextFile(path.join(folder, fileName)),
  }));
}

function unread(file: string, message: string, remedy: string): LabelledFiles {
  return { trajectories: [], issues: [{ file, path: '$', message, remedy }], counts: [] };
}

/** An id that comes again is numbered. */
function withOwnIds(trajectories: readonly LabeledTrajectory[]): LabeledTrajectory[] {
  const taken = new Set<string>();
  return trajectories.map((one) => {
    let id = one.id;
    for (let number = 2; taken.has(id); number += 1) id = `${one.id}~${number}`;
    taken.add(id);
    return id === one.id ? one : { ...one, id };
  });
}
