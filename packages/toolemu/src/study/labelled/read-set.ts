import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { findToolEmuEvaluations, isToolEmuEvaluationFile } from '../../benchmark/index.ts';
import type { Issue, Json, LabelledTrajectory, Toolkit } from '../../contract/index.ts';
import { studyFile } from '../plan/study-folder.ts';
import { isAgentDojo, readAgentDojo } from './agent-dojo.ts';
import { jsonRecords } from './json-records.ts';
import { joinFiles, type LabelledFiles } from './labelled-files.ts';
import { readOwnRun } from './own-run.ts';
import { isRJudge, readRJudge } from './r-judge.ts';
import { readStudySet } from './study-set.ts';
import { isToolEmuTrajectory, readToolEmuDump } from './toolemu-dump.ts';

/**
 * Reads labelled sets: run files, files of ToolEmu's, R-Judge's and AgentDojo's shape, known by what is in them, studies
 * by people, and folders of such. What could not be read is in `issues`; ids are unlike each other. Throws where a study
 * is not whole.
 */
export function readLabelledSets(paths: readonly string[], toolkits: readonly Toolkit[]): LabelledFiles {
  const { trajectories, issues } = joinFiles(paths.map((one) => readPath(one, toolkits)));
  return { trajectories: withOwnIds(trajectories), issues };
}

function readPath(given: string, toolkits: readonly Toolkit[]): LabelledFiles {
  const found = statSync(given, { throwIfNoEntry: false });
  if (found === undefined) return unread(given, 'there is no such file or folder', 'check the path');
  if (!found.isDirectory()) return readOne(given, toolkits);
  const sets = setsIn(given);
  if (sets.length === 0)
    return unread(given, 'this folder holds no .toolemu, .json or .jsonl file', 'name a labelled set');
  return joinFiles(sets.map((set) => (isStudy(set) ? readStudySet(set) : readOne(set, toolkits))));
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

function readOne(file: string, toolkits: readonly Toolkit[]): LabelledFiles {
  if (file.endsWith('.toolemu')) return readOwnRun(file, labelsBeside(file));
  const text = readFileSync(file, 'utf8');
  const { records, issues } = jsonRecords(text, file);
  const name = path.basename(file, path.extname(file));
  const isShapedAs = (shape: (value: Json) => boolean): boolean => records.some(({ value }) => shape(value));
  if (isShapedAs(isRJudge)) return withIssues(readRJudge(records, { file, name }), issues);
  if (isShapedAs(isAgentDojo)) return withIssues(readAgentDojo(records, { file }), issues);
  if (isShapedAs(isToolEmuTrajectory)) {
    return readToolEmuDump({ file, name, text, evaluations: evaluationsBeside(file) }, toolkits);
  }
  if (issues.length > 0) return { trajectories: [], issues };
  return unread(file, 'this is no labelled set of a known shape', 'docs/calibrate.md shows the shapes');
}

function withIssues(read: LabelledFiles, issues: readonly Issue[]): LabelledFiles {
  return { ...read, issues: [...issues, ...read.issues] };
}

function labelsBeside(run: string): { file: string; text: string }[] {
  const names = [`${run.slice(0, -'.toolemu'.length)}.labels.jsonl`, path.join(path.dirname(run), 'labels.jsonl')];
  return names
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile() === true)
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }));
}

function evaluationsBeside(file: string): { fileName: string; evaluator: string; text: string }[] {
  const folder = path.dirname(file);
  return findToolEmuEvaluations(path.basename(file), readdirSync(folder)).map(({ fileName, evaluator }) => ({
    fileName: path.join(folder, fileName),
    evaluator,
    text: readFileSync(path.join(folder, fileName), 'utf8'),
  }));
}

function unread(file: string, message: string, remedy: string): LabelledFiles {
  return { trajectories: [], issues: [{ file, path: '$', message, remedy }] };
}

/** An id that comes again is numbered. */
function withOwnIds(trajectories: readonly LabelledTrajectory[]): LabelledTrajectory[] {
  const taken = new Set<string>();
  return trajectories.map((one) => {
    let id = one.id;
    for (let number = 2; taken.has(id); number += 1) id = `${one.id}~${number}`;
    taken.add(id);
    return id === one.id ? one : { ...one, id };
  });
}
