import { closeSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { toolEmuEvaluationFileName, writeToolEmuEvaluations, writeToolEmuTrajectories } from '../benchmark/index.ts';
import type { Episode } from '../contract/index.ts';
import { RunFile } from '../store/index.ts';
import { UsageError } from './failure.ts';
import { note } from './output.ts';
import { printAll } from './print-list.ts';

/** `toolemu export`: the finished episodes of a run file, as JSON lines or as ToolEmu's own files. */
export async function exportRun(
  run: string,
  { format, out }: { format: 'jsonl' | 'toolemu'; out?: string },
): Promise<void> {
  using file = RunFile.read(run);
  if (format === 'toolemu') {
    if (out === undefined) throw new UsageError('--format toolemu writes several files: name a folder by --out');
    exportToolEmu(file, out);
  } else if (out === undefined) await printAll(jsonLines(file));
  else {
    mkdirSync(path.dirname(path.resolve(out)), { recursive: true });
    writeWhole(out, jsonLines(file));
  }
}

function* jsonLines(file: RunFile): Generator<string> {
  for (const episode of file.episodesOf()) yield `${JSON.stringify(episode)}\n`;
}

/** A trajectory file for each agent, and beside it a file for each judge. */
function exportToolEmu(file: RunFile, folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const { name } of file.manifest.config.agents) {
    if (file.episodesOf({ agent: name, limit: 1 }).next().done === true) continue;
    const fileName = `${name.replaceAll(/[^A-Za-z0-9._-]+/g, '_')}.jsonl`;
    const graded: Pick<Episode, 'evaluations'>[] = [];
    writeWhole(path.join(folder, fileName), trajectoryLines(file, name, graded));
    const judges = new Set(graded.flatMap(({ evaluations }) => evaluations.map(({ evaluator }) => evaluator)));
    for (const evaluator of judges) {
      // ToolEmu's files have no place for checks.
      if (evaluator === 'checks') continue;
      const beside = toolEmuEvaluationFileName(fileName, evaluator);
      writeWhole(path.join(folder, beside), [writeToolEmuEvaluations(graded, { evaluator })]);
    }
  }
}

/** A line for each episode of an agent; its evaluations are kept for the files beside. */
function* trajectoryLines(file: RunFile, agent: string, graded: Pick<Episode, 'evaluations'>[]): Generator<string> {
  for (const episode of file.episodesOf({ agent })) {
    graded.push({ evaluations: episode.evaluations });
    yield writeToolEmuTrajectories([episode], { cases: file.manifest.cases });
  }
}

/** Writes a file that is never seen half-written. */
function writeWhole(file: string, texts: Iterable<string>): void {
  const beside = `${file}.${process.pid}.tmp`;
  const target = openSync(beside, 'w');
  try {
    for (const text of texts) writeSync(target, text);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  } finally {
    closeSync(target);
  }
  renameSync(beside, file);
  note(`wrote ${file}`);
}
