#!/usr/bin/env bash
# Submits the tasks, and the merge that comes after them however they end. The environment goes with them, but for
# variables that would say otherwise what the files say; nor does anything wait here for a job to end.

set -euo pipefail
folder=/project/jobs
cd -- /project
mkdir -p -- /project/jobs/logs
unset SBATCH_JOB_NAME SBATCH_ARRAY_INX SBATCH_TIMELIMIT SBATCH_PARTITION SBATCH_EXPORT SBATCH_OUTPUT SBATCH_ERROR SBATCH_OPEN_MODE SBATCH_REQUEUE SBATCH_NO_REQUEUE SBATCH_SIGNAL SBATCH_WAIT

# The tasks with what they need, or nothing.
jobs=()
cancel() {
  [ "${#jobs[@]}" -eq 0 ] || scancel "${jobs[@]}"
  exit 1
}
trap cancel ERR INT TERM

play=$(sbatch --parsable "$folder/play.sbatch")
play=${play%%;*} jobs+=("$play")
echo "play $play"

if merge=$(sbatch --parsable --dependency="afterany:$play" "$folder/merge.sbatch"); then
  echo "merge ${merge%%;*}"
else
  printf 'SLURM did not take the merge, and keeps the tasks. When they have ended: bash %q, or name a partition that takes it by --merge-partition\n' "$folder/merge.sbatch" >&2
fi
