import path from 'node:path';
import { type Command, Option } from '@commander-js/extra-typings';
import { exportLines, finishedOf, reportInputOf, toolEmuFiles } from '../../report/index.ts';
import { RunFile } from '../../store/index.ts';
import { examples } from '../options/help.ts';
import { UsageError } from '../terminal/failure.ts';
import { printAll } from '../terminal/output.ts';
import { writeWhole } from '../terminal/write-whole.ts';
import { visibleJson } from '../../words/index.ts';

export function register(command: Command): void {
  exportOptions(command)
    .addHelpText(
      'after',
      examples(
        'toolemu export runs/my.toolemu --out episodes.jsonl',
        'toolemu export runs/my.toolemu --format labels --out labels.jsonl',
        'toolemu export runs/my.toolemu --format toolemu --out .',
      ),
    )
    .action(exportRun);
}

function exportOptions(command: Command) {
  return command
    .argument('<run>', 'a run file')
    .addOption(
      new Option(
        '--format <name>',
        "jsonl: an episode a line; labels: a person's label a line; toolemu: all files ToolEmu writes, in dumps/",
      )
        .choices(['jsonl', 'labels', 'toolemu'])
        .default('jsonl'),
    )
    .option('--out <path>', 'file to write (jsonl; standard output by default), or folder (toolemu)');
}

/** `toolemu export`: the finished episodes of a run file, as JSON lines or as ToolEmu's own files; or its labels. */
export async function exportRun(
  run: string,
  { format, out }: { format: 'jsonl' | 'labels' | 'toolemu'; out?: string },
): Promise<void> {
  using file = RunFile.read(run);
  if (format === 'toolemu') {
    if (out === undefined) throw new UsageError('--format toolemu writes several files: name a folder by --out');
    await exportToolEmu(file, out);
    return;
  }
  const lines = format === 'labels' ? labelLines(file) : exportLines(await reportInputOf(file));
  if (out === undefined) await printAll(lines);
  else writeWhole(out, lines);
}

function labelLines(file: RunFile): string[] {
  return file.labels().map((label) => `${visibleJson(label)}\n`);
}

/** The files ToolEmu writes of a run, in the folders it keeps them in. */
async function exportToolEmu(file: RunFile, folder: string): Promise<void> {
  const input = await reportInputOf(file);
  const episodes = (agent?: string) => finishedOf(file, { agent });
  for (const { path: name, lines } of toolEmuFiles({ ...input, episodes })) writeWhole(path.join(folder, name), lines);
}
