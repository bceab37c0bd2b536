import { shellWord } from '../report/index.ts';
import { textOf } from './script-lines.ts';
import type { SlurmJob } from './slurm-job.ts';

/** The script that submits the others. It prints a line for each job: `play` or `merge`, and its number. */
export function submitScript({ folder, logs, workingFolder }: SlurmJob): string {
  return textOf([
    '#!/usr/bin/env bash',
    '# Submits the tasks, and the merge that comes after them however they end. The environment goes with them.',
    '',
    'set -euo pipefail',
    `folder=${shellWord(folder)}`,
    `cd -- ${shellWord(workingFolder)}`,
    `mkdir -p -- ${shellWord(logs)}`,
    '',
    'play=$(sbatch --parsable "$folder/play.sbatch")',
    'play=${play%%;*}',
    'echo "play $play"',
    'merge=$(sbatch --parsable --dependency="afterany:$play" "$folder/merge.sbatch") || {',
    '  scancel "$play"',
    '  exit 1',
    '}',
    'echo "merge ${merge%%;*}"',
  ]);
}
