import { shellWord } from '../words/index.ts';
import { mergePlace, overridingVariables, serverPlace } from './directives.ts';
import { linesOf, moreWords, textOf } from './script-lines.ts';
import { type JobPlace, sharedServer, type SlurmJob } from './slurm-job.ts';

/** The script that submits the others. It prints a line for each job: `serve`, `play` or `merge`, and its number. */
export function submitScript(job: SlurmJob): string {
  const { folder, logs, workingFolder } = job;
  const hasServer = sharedServer(job) !== null;
  return textOf([
    '#!/usr/bin/env bash',
    '# Submits the tasks, and the merge that comes after them however they end. The environment goes with them, but for',
    '# variables that would say otherwise what the files say; nor does anything wait here for a job to end.',
    '',
    'set -euo pipefail',
    `folder=${shellWord(folder)}`,
    `cd -- ${shellWord(workingFolder)}`,
    `mkdir -p -- ${shellWord(logs)}`,
    `unset ${[...overridingVariables(job), 'SBATCH_WAIT'].join(' ')}`,
    '',
    ...cancelling,
    '',
    ...(hasServer ? serveLines(job) : playLines),
    ...(hasServer ? releaseLines : []),
    '',
    ...mergeLines(job),
  ]);
}

const cancelling = linesOf(`
# The tasks with what they need, or nothing.
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

function serveLines(job: SlurmJob): string[] {
  return linesOf(`
# The server is held until it can be told its tasks. They begin once it has begun, or was cancelled, and find out which.
serve=$(sbatch --parsable --hold${placeWords(serverPlace(job))} "$folder/serve.sbatch")
serve=\${serve%%;*} jobs+=("$serve")
echo "serve $serve"
play=$(sbatch --parsable --dependency="after:$serve" "$folder/play.sbatch" "$serve")
play=\${play%%;*} jobs+=("$play")
echo "play $play"
mkdir -p -- "$folder/server"
echo "$play" >"$folder/server/$serve.tasks"
`);
}

const releaseLines = ['scontrol release "$serve"'];

function mergeLines(job: SlurmJob): string[] {
  return linesOf(`
if merge=$(sbatch --parsable --dependency="afterany:$play"${placeWords(mergePlace(job))} "$folder/merge.sbatch"); then
  echo "merge \${merge%%;*}"
else
  printf 'SLURM did not take the merge, and keeps the tasks. When they have ended: bash %q, or name a partition that takes it by --merge-partition\\n' "$folder/merge.sbatch" >&2
fi
`);
}

function placeWords({ partition, qos }: JobPlace): string {
  const places = { partition, qos };
  return moreWords(
    Object.entries(places).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}=${value}`])),
  );
}
