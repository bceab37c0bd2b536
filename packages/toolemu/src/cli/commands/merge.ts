import { existsSync } from 'node:fs';
import type { Command } from '@commander-js/extra-typings';
import { MergeError, mergeRuns, runPath } from '../../run/index.ts';
import { plural, shellWord } from '../../words/index.ts';
import { examples } from '../options/help.ts';
import type { OptionsOf } from '../options/option-group.ts';
import { UsageError } from '../terminal/failure.ts';
import { inOptions } from '../terminal/message-in-options.ts';
import { note, print, printJson, self } from '../terminal/output.ts';

export function register(command: Command): void {
  mergeOptions(command)
    .addHelpText(
      'after',
      examples(
        'toolemu run --model openai/gpt-4o --shard 1/2 --out part-1.toolemu',
        'toolemu run --model openai/gpt-4o --shard 2/2 --out part-2.toolemu',
        'toolemu merge part-1.toolemu part-2.toolemu -o whole.toolemu',
      ),
    )
    .action(merge);
}

function mergeOptions(command: Command) {
  return command
    .argument('<parts...>', 'run files of the parts')
    .option('-o, --out <path>', 'run file (ending in .toolemu), or folder for it', 'runs')
    .option('--partial', 'also where a part is missing or not finished')
    .option('--json', 'print the result as JSON');
}

type MergeFlags = OptionsOf<typeof mergeOptions>;

/** `toolemu merge`: one run of its parts. Exit code 1 where they do not belong together, or something is missing. */
export function merge(paths: readonly string[], { out, partial, json }: MergeFlags): void {
  if (paths.length === 0) throw new UsageError('name the run files of the parts');
  const file = runPath(out, 'merged');
  if (existsSync(file)) throw new UsageError(`${file} exists already: choose another --out`);
  try {
    const merged = mergeRuns(paths, { out: file, partial: partial === true });
    if (json === true) {
      printJson(merged);
      return;
    }
    print(`${file}: ${plural(merged.episodes, 'episode')} of ${plural(paths.length, 'part')}`);
    for (const lack of merged.lacking) note(`not in it: ${inOptions(lack, ['shard'])}`);
    if (merged.open > 0)
      note(`${plural(merged.open, 'episode')} are still to be played: ${self} run --resume ${shellWord(file)}`);
    print(`Next: ${self} report ${shellWord(file)}`);
  } catch (error) {
    if (!(error instanceof MergeError)) throw error;
    process.exitCode = 1;
    const problems = error.problems.map((problem) => inOptions(problem, error.parameters));
    if (json === true) printJson({ problems });
    else for (const problem of problems) note(problem);
  }
}
