import { existsSync } from 'node:fs';
import { shellWord } from '../report/index.ts';
import { MergeError, mergeRuns } from '../run/index.ts';
import { UsageError } from './failure.ts';
import { inOptions } from './message-in-options.ts';
import { note, plural, print, printJson, self } from './output.ts';
import { runPath } from './run-path.ts';

export interface MergeFlags {
  out: string;
  partial?: true;
  json?: true;
}

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
