import { shellWord } from '../report/index.ts';
import { linesOf, textOf } from './script-lines.ts';
import { sharedServer, type SlurmJob } from './slurm-job.ts';

/** The script that submits the others. It prints a line for each job: `serve`, `play` or `merge`, and its number. */
export function submitScript(job: SlurmJob): string {
  const { folder, logs, workingFolder } = job;
  const hasServer = sharedServer(job) !== null;
  return textOf([
    '#!/usr/bin/env bash',
    '# Submits the tasks, and the merge that comes after them however they end. The environment goes with them.',
    '',
    'set -euo pipefail',
    `folder=${shellWord(folder)}`,
    `cd -- ${shellWord(workingFolder)}`,
    `mkdir -p -- ${shellWord(logs)}`,
    '',
    ...cancelling,
    '',
    ...(hasServer ? serveLines : playLines),
    '',
    ...mergeLines,
    ...(hasServer ? releaseLines : []),
  ]);
}

const cancelling = linesOf(`
# All of them, or none.
jobs=()
cancel() {
  [ "\${#jobs[@]}" -eq 0 ] || scancel "\${jobs[@]}"
  exit 1
}
trap cancel ERR INT TERM
`);

const playLines = linesOf(`
play=$(sbatch --parsable "$folder/play.sbatch")
play=\${play%%;*} jobs+=("$play")
echo "play $play"
`);

const serveLines = linesOf(`
# The server is held until it can be told its tasks. They begin once it has begun, or was cancelled, and find out which.
serve=$(sbatch --parsable --hold "$folder/serve.sbatch")
serve=\${serve%%;*} jobs+=("$serve")
echo "serve $serve"
play=$(sbatch --parsable --dependency="after:$serve" "$folder/play.sbatch" "$serve")
play=\${play%%;*} jobs+=("$play")
echo "play $play"
mkdir -p -- "$folder/server"
echo "$play" >"$folder/server/$serve.tasks"
`);

const mergeLines = linesOf(`
merge=$(sbatch --parsable --dependency="afterany:$play" "$folder/merge.sbatch")
merge=\${merge%%;*} jobs+=("$merge")
echo "merge $merge"
`);

const releaseLines = ['scontrol release "$serve"'];
