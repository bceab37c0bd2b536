import type { Issue, Json, LabeledTrajectory } from '../../contract/index.ts';
import { isObject } from '../../world/index.ts';

/** The number of records of a file, and their format: "R-Judge records". */
export interface FormatCount {
  readonly format: string;
  readonly files: number;
  readonly records: number;
  readonly read: number;
  /** Number of header lines that describe the file. */
  readonly headers: number;
}

/** The trajectories, and the records that could not be read. */
export interface ReadTrajectories {
  readonly trajectories: readonly LabeledTrajectory[];
  readonly issues: readonly Issue[];
}

/** The contents of labelled sets. */
export interface LabelledFiles extends ReadTrajectories {
  /** By the detected format. */
  readonly counts: readonly FormatCount[];
}

/** Reads records one by one: one that cannot be read is an issue, and the others are read all the same. */
export function readRecords(
  records: readonly { readonly path: string; readonly value: Json }[],
  {
    file,
    format,
    remedy,
    read,
  }: { file: string; format: string; remedy: string; read: (value: Json, index: number) => LabeledTrajectory },
): LabelledFiles {
  const issues: Issue[] = [];
  const trajectories = records.flatMap(({ path, value }, index): LabeledTrajectory[] => {
    try {
      return [read(value, index)];
    } catch (error) {
      if (!(error instanceof UnreadableRecord)) throw error;
      const message = `${recordName(value)}${error.message}`;
      issues.push({ file, path: `${path}${error.field}`, message, remedy });
      return [];
    }
  });
  return { trajectories, issues, counts: [countOf(format, { records: records.length, read: trajectories.length })] };
}

/** The count of one file. */
export function countOf(format: string, { records, read }: { records: number; read: number }): FormatCount {
  return { format, files: 1, records, read, headers: 0 };
}

/** The name by which a reader finds the record in its file. */
function recordName(value: Json): string {
  const id = isObject(value) ? [value.id, value.index, value.user_task_id, value.name].find(isName) : undefined;
  return id === undefined ? '' : `record ${id}: `;
}

function isName(value: Json | undefined): value is string | number {
  return typeof value === 'number' || (typeof value === 'string' && value !== '');
}

/** Several as one. */
export function joinFiles(all: readonly LabelledFiles[]): LabelledFiles {
  const byFormat = Map.groupBy(
    all.flatMap(({ counts }) => counts),
    ({ format }) => format,
  );
  const sum = (counts: readonly FormatCount[], of: keyof Omit<FormatCount, 'format'>): number =>
    counts.reduce((total, count) => total + count[of], 0);
  return {
    trajectories: all.flatMap(({ trajectories }) => trajectories),
    issues: all.flatMap(({ issues }) => issues),
    counts: [...byFormat].map(([format, counts]) => ({
      format,
      files: sum(counts, 'files'),
      records: sum(counts, 'records'),
      read: sum(counts, 'read'),
      headers: sum(counts, 'headers'),
    })),
  };
}

/** A record that is not what it should be; `field` is the path inside it, as in `.label`. */
export class UnreadableRecord extends Error {
  override readonly name = 'UnreadableRecord';
  readonly field: string;

  constructor(field: string, problem: string) {
    super(problem);
    this.field = field;
  }
}
