import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { readTextFile } from '../../platform/index.ts';
import { readJson, type Study, studySchema } from '../../contract/index.ts';
import { StudyError } from './study-error.ts';

/** A study and the folder it is in. */
export interface OpenStudy {
  readonly folder: string;
  readonly study: Study;
}

/** The file that says what a study is of. */
export function studyFile(folder: string): string {
  return path.join(folder, 'study.json');
}

/** The folder of what annotators are shown: it tells nothing of agents and emulators. */
export function labellingFolder(folder: string): string {
  return path.join(folder, 'labelling');
}

/** The run file that annotators label in a round, from 1. */
export function roundFile(folder: string, round: number): string {
  return path.join(labellingFolder(folder), `round-${round}.toolemu`);
}

/** The rounds that were begun, in their order. */
export function roundsIn(folder: string): number[] {
  return namesIn(labellingFolder(folder))
    .flatMap((name) => /^round-([1-9]\d*)\.toolemu$/.exec(name)?.[1] ?? [])
    .map(Number)
    .toSorted((one, other) => one - other);
}

/** Files of labels that were put into the study. */
export function labelFilesIn(folder: string): string[] {
  const labels = path.join(folder, 'labels');
  return namesIn(labels)
    .filter((name) => name.endsWith('.jsonl'))
    .toSorted()
    .map((name) => path.join(labels, name));
}

/** Reads the study of a folder. Throws {@link StudyError}. */
export function openStudy(folder: string): OpenStudy {
  const file = studyFile(folder);
  if (!existsSync(file))
    throw new StudyError(
      `there is no study in ${folder}: ${file} is missing. Name the folder that \`toolemu study init\` made, wherever it is now`,
    );
  const study = studySchema.safeParse(readStudy(file));
  if (study.success) return { folder, study: study.data };
  const [issue] = study.error.issues;
  const field = ['$', ...(issue?.path ?? [])].map(String).join('.');
  throw new StudyError(`${file}, ${field}: ${issue?.message}. Put the file back as \`toolemu study init\` wrote it`);
}

function readStudy(file: string): unknown {
  try {
    return readJson(readTextFile(file));
  } catch (error) {
    throw new StudyError(
      `${file} cannot be read: ${(error as Error).message}. Put the file back as \`toolemu study init\` wrote it`,
    );
  }
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}
