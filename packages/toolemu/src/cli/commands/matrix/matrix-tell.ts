import { existsSync } from 'node:fs';
import path from 'node:path';
import {
  type MatrixTable,
  matrixTable,
  matrixTableFiles,
  type MatrixTableRun,
  renderMatrixTable,
  reportOf,
} from '../../../report/index.ts';
import { RunFile } from '../../../store/index.ts';
import { plural } from '../../../words/index.ts';
import type { Played } from '../../play/play.ts';
import { note, print, printJson, self } from '../../terminal/output.ts';
import { writeWhole } from '../../terminal/write-whole.ts';
import type { MatrixFlags } from './matrix-options.ts';
import { type MatrixRun, spentOnAll } from './matrix-state.ts';

type MatrixTableFormat = NonNullable<MatrixFlags['format']>;

/** Says what came of a matrix: the one table of all its runs, and how to go on where it is not done. */
export async function tellMatrix(
  runs: readonly MatrixRun[],
  {
    flags,
    named,
    stopped,
  }: { readonly flags: MatrixFlags; readonly named: string; readonly stopped: Played['stopped'] },
): Promise<void> {
  const table = matrixTable(await figuresOf(runs));
  tellEnd(runs, { table, flags, named, stopped });
  if (flags.tableOut !== undefined)
    writeWhole(flags.tableOut, [matrixTableFiles[formatOf(flags, flags.tableOut)](table)]);
  if (flags.json === true) printJson({ ...table, stopped });
  else print(renderMatrixTable(table));
}

/** The figures of the runs that are there. */
async function figuresOf(runs: readonly MatrixRun[]): Promise<MatrixTableRun[]> {
  const figures: MatrixTableRun[] = [];
  for (const { path: runPath, values, planned } of runs) {
    if (!existsSync(runPath)) {
      figures.push({ run: runPath, values, planned, input: null });
      continue;
    }
    using file = RunFile.read(runPath);
    figures.push({ run: runPath, values, planned, input: { report: await reportOf(file), manifest: file.manifest } });
  }
  return figures;
}

function tellEnd(
  runs: readonly MatrixRun[],
  {
    table,
    flags,
    named,
    stopped,
  }: {
    readonly table: MatrixTable;
    readonly flags: MatrixFlags;
    readonly named: string;
    readonly stopped: Played['stopped'];
  },
): void {
  const done = table.runs.reduce((sum, run) => sum + run.done, 0);
  const planned = table.runs.reduce((sum, run) => sum + run.planned, 0);
  if (stopped !== null) {
    process.exitCode = 1;
    note(`${stopped === 'budget' ? 'ended at its budget' : 'interrupted'} with ${done} of ${planned} episodes done`);
    const more = stopped === 'budget' ? ' with a greater --max-cost' : '';
    note(`go on with the same command${more}: nothing is paid for twice`);
  } else if (done < planned) {
    note(`${done} of ${plural(planned, 'episode')} are done: go on with ${self} matrix ${named}`);
  }
  const spent = spentOnAll(runs);
  if (spent > 0 && flags.tableOnly !== true) note(`$${spent.toFixed(2)} in all, at known prices`);
}

function formatOf({ format }: MatrixFlags, file: string): MatrixTableFormat {
  if (format !== undefined) return format;
  const ending = path.extname(file);
  return ending === '.csv' ? 'csv' : ending === '.json' ? 'json' : 'md';
}
