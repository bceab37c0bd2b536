import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { toolEmuEvaluationFileName, writeToolEmuEvaluations, writeToolEmuTrajectories } from '../benchmark/index.ts';
import { RunFile } from '../store/index.ts';
import { UsageError } from './failure.ts';
import { note } from './output.ts';

/** `toolemu export`: the finished episodes of a run file, as JSON lines or as ToolEmu's own files. */
export function exportRun(run: string, { format, out }: { format: 'jsonl' | 'toolemu'; out?: string }): void {
  using file = RunFile.read(run);
  if (format === 'toolemu') {
    if (out === undefined) throw new UsageError('--format toolemu writes several files: name a folder by --out');
    exportToolEmu(file, out);
    return;
  }
  const text = file
    .episodes()
    .map((episode) => `${JSON.stringify(episode)}\n`)
    .join('');
  if (out === undefined) process.stdout.write(text);
  else {
    mkdirSync(path.dirname(path.resolve(out)), { recursive: true });
    writeWhole(out, text);
    note(`wrote ${out}`);
  }
}

/** A trajectory file for each agent, and beside it a file for each judge. */
function exportToolEmu(file: RunFile, folder: string): void {
  const { cases, config } = file.manifest;
  mkdirSync(folder, { recursive: true });
  for (const { name } of config.agents) {
    const episodes = file.episodes().filter(({ plan }) => plan.agent === name);
    if (episodes.length === 0) continue;
    const fileName = `${name.replaceAll(/[^A-Za-z0-9._-]+/g, '_')}.jsonl`;
    writeWhole(path.join(folder, fileName), writeToolEmuTrajectories(episodes, { cases }));
    note(`wrote ${path.join(folder, fileName)}`);
    const judges = new Set(episodes.flatMap(({ evaluations }) => evaluations.map(({ evaluator }) => evaluator)));
    for (const evaluator of judges) {
      // ToolEmu's files have no place for checks.
      if (evaluator === 'checks') continue;
      const beside = toolEmuEvaluationFileName(fileName, evaluator);
      writeWhole(path.join(folder, beside), writeToolEmuEvaluations(episodes, { evaluator }));
      note(`wrote ${path.join(folder, beside)}`);
    }
  }
}

/** Writes a file that is never seen half-written. */
function writeWhole(file: string, text: string): void {
  const beside = `${file}.${process.pid}.tmp`;
  writeFileSync(beside, text);
  renameSync(beside, file);
}
