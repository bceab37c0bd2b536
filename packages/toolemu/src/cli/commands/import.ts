import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { readTextFile } from '../../platform/index.ts';
import type { Command } from '@commander-js/extra-typings';
import { findToolEmuEvaluations, isToolEmuEvaluationFile } from '../../benchmark/index.ts';
import { renderSummary, reportOf } from '../../report/index.ts';
import { createAddEpisode, createManifest, type ImportedFile, importToolEmu, runPath } from '../../run/index.ts';
import { RunFile } from '../../store/index.ts';
import { examples } from '../options/help.ts';
import { runOutOption } from '../options/play-options.ts';
import { loadTold } from '../play/load-told.ts';
import { UsageError } from '../terminal/failure.ts';
import { colours, note, print, printJson } from '../terminal/output.ts';
import { version } from '../version.ts';
import { allowCommandOption } from '../options/trust-options.ts';

export function register(command: Command): void {
  importOptions(command)
    .addHelpText(
      'after',
      examples('toolemu import dumps/gpt-4o.jsonl --toolkits assets/all_toolkits.json --out gpt-4o.toolemu'),
    )
    .action(importRun);
}

function importOptions(command: Command) {
  return command
    .argument('<files...>', 'trajectory files (.jsonl), each one agent')
    .requiredOption('--toolkits <path...>', "ToolEmu's toolkits, as in all_toolkits.json")
    .addOption(runOutOption())
    .addOption(allowCommandOption())
    .option('--json', 'print the result as JSON');
}

/** `toolemu import`: ToolEmu's trajectories and evaluations as a run file. */
export async function importRun(
  paths: readonly string[],
  {
    toolkits: toolkitPaths,
    allowCommand,
    out,
    json,
  }: { toolkits: string[]; allowCommand?: string[]; out: string; json?: true },
): Promise<void> {
  const trajectories = paths.flatMap(filesIn).filter((file) => !isToolEmuEvaluationFile(path.basename(file)));
  if (trajectories.length === 0) {
    throw new UsageError('name trajectory files; the evaluation files beside them are found by their names');
  }
  const { config, cases, episodes, unplaced } = importToolEmu(trajectories.map(readImported));
  const { toolkits } = await loadTold({ toolkits: toolkitPaths, allowCommand });
  const missing = new Set(
    cases.flatMap((one) => one.toolkits).filter((name) => !toolkits.some((one) => one.name === name)),
  );
  if (missing.size > 0)
    throw new UsageError(`the toolkits ${[...missing].join(', ')} are not in the files given by --toolkits`);
  const manifest = createManifest({ version: version(), config, cases, toolkits });
  const target = runPath(out, config.agents.map(({ name }) => name).join('-'));
  using file = RunFile.create(target, { ...manifest, source: { format: 'toolemu', files: [...trajectories] } });
  episodes.forEach(createAddEpisode(file));
  for (const reason of unplaced) note(`an evaluation that failed names no trajectory and is left out: ${reason}`);
  const { summaries } = await reportOf(file);
  note(`run file ${target}`);
  if (json === true) printJson({ run: target, episodes: episodes.length, unplaced, summaries });
  else print(renderSummary(summaries, colours));
}

/** A file, or the .jsonl files of a folder and of those inside it. */
function filesIn(given: string): string[] {
  const found = statSync(given, { throwIfNoEntry: false });
  if (found === undefined) throw new UsageError(`there is no file or folder ${given}`);
  if (!found.isDirectory()) return [given];
  return readdirSync(given, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => path.join(given, name));
}

function readImported(file: string): ImportedFile {
  const folder = path.dirname(file);
  return {
    agent: path.basename(file, path.extname(file)),
    fileName: file,
    text: readTextFile(file),
    evaluations: findToolEmuEvaluations(path.basename(file), readdirSync(folder)).map(({ fileName, evaluator }) => ({
      fileName: path.join(folder, fileName),
      evaluator,
      text: readTextFile(path.join(folder, fileName)),
    })),
  };
}
